# The signatures and attestations of a release, for the script release, whose variables and functions it uses.

# Sets cosign, the program, and signing, its options.
find_cosign() {
  [ -n "$push" ] || wrong '--sign needs --push: a signature is of the digest that the registry has, and is kept beside the image'
  [[ $builder_id =~ ^[a-z][a-z0-9+.-]*:[^[:space:]]+$ ]] ||
    wrong "--builder-id: '$builder_id' is not the URI of what builds, such as https://ci.example.com/ccm-operator; the provenance names it"
  [[ $revision =~ ^[0-9a-f]{40,64}$ ]] ||
    fail "--sign: $root is at '$revision', which is not a commit; the provenance would name sources that do not give this image"
  cosign=${COSIGN:-$(command -v cosign)} ||
    fail 'there is no cosign on the PATH; install cosign 3 or later, name it by COSIGN, or leave --sign out'
  command -v jq >/dev/null || fail 'there is no jq on the PATH, which writes the provenance; install it, or leave --sign out'
  [ -z "$signing_config" ] || [ -r "$signing_config" ] || fail "--signing-config: cannot read $signing_config"
  signing=(--yes)
  [ -z "$sign_key" ] || signing+=(--key "$sign_key")
  [ -z "$signing_config" ] || signing+=(--signing-config "$signing_config")
  started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
}

# The SBOM that an image of this machine has.
# sbom_of TAG FILE
sbom_of() {
  local container
  container=$("$engine" create "$1") || fail "'$engine create $1' fails: its SBOM cannot be read"
  "$engine" cp "$container:/sbom/ccm-operator.cdx.json" "$2" || fail "$1: cannot read /sbom/ccm-operator.cdx.json"
  "$engine" rm "$container" >/dev/null
}

# The predicate https://slsa.dev/provenance/v1: what was built from what, and by whom. Dependencies are the sources, the images of the
# build, and the libraries of the SBOMs, each with its digest.
# provenance SBOM...
provenance() {
  jq -n --arg buildType "${docs_url:-$docs_of_sources}/development/releasing.md#what-the-provenance-says" \
    --arg image "$image" --arg version "$version" --arg platforms "${platforms[*]}" --arg jvm "$jvm" --arg testsFrom "$tests_from" \
    --arg source "$source" --arg revision "$revision" --arg images "${images_of_build[*]}" --arg builder "$builder_id" \
    --arg started "$started" --arg finished "$(date -u +%Y-%m-%dT%H:%M:%SZ)" --slurpfile sboms <(cat "$@") '
    def named($name): split("@") | {name: $name, uri: ("oci://" + .[0])} +
      (if (.[1] // "" | startswith("sha256:")) then {digest: {sha256: .[1][7:]}} else {} end);
    {
      buildDefinition: {
        buildType: $buildType,
        externalParameters: ({image: $image, version: $version, platforms: ($platforms / " ")} +
          (if $jvm == "" then {} else {jvm: ($jvm / ",")} end) +
          (if $testsFrom == "" then {} else {testsFrom: $testsFrom} end)),
        internalParameters: {},
        resolvedDependencies: (
          [{name: "sources", digest: {gitCommit: $revision}} + (if $source == "" then {} else {uri: ("git+" + $source)} end)] +
          [$images / " " | unique[] | named("image of the build")] +
          ([$sboms[].components[] | select((.purl // "") | startswith("pkg:maven/")) |
            {uri: .purl, sha256: ([.hashes[]? | select(.alg == "SHA-256") | .content] | first)} | select(.sha256 != null)] |
            unique_by(.uri, .sha256) | map({uri, digest: {sha256}})))
      },
      runDetails: {builder: {id: $builder}, metadata: {startedOn: $started, finishedOn: $finished}}
    }'
}

# attest SUBJECT TYPE PREDICATE
attest() {
  "$cosign" attest "${signing[@]}" --type "$2" --predicate "$3" "$1" || fail "$1: cannot attest $3"
}

# Signs the image, its list and the chart, and attests provenance, SBOMs and VEX; writes what it attests, and the checksums of the
# files of the release with their signature, into target/release.
# release_sign DIGEST CHART_DIGEST
release_sign() {
  local subject=$image@$1 chart=${chart_repository#oci://}/ccm-operator recursive=() sboms=() files=() each tag file list_of
  [ -z "$list" ] || recursive=(--recursive) list_of=$("$engine" manifest inspect "$subject")
  for each in "${platforms[@]}"; do
    tag=$image:$version file=target/release/ccm-operator-$version-${each#linux/}.cdx.json
    [ -z "$list" ] || tag=$tag-${each#linux/}
    sbom_of "$tag" "$file"
    sboms+=("$file")
  done
  provenance "${sboms[@]}" >"target/release/ccm-operator-$version.provenance.json"

  "$cosign" sign "${signing[@]}" ${recursive[@]+"${recursive[@]}"} "$subject" || fail "cannot sign $subject"
  attest "$subject" slsaprovenance1 "target/release/ccm-operator-$version.provenance.json"
  attest "$subject" openvex docs/security/ccm-operator.openvex.json
  for ((each = 0; each < ${#platforms[@]}; each++)); do
    tag=$1
    [ -z "$list" ] || tag=$(jq -r --arg architecture "${platforms[each]#linux/}" \
      '.manifests[] | select(.platform.os == "linux" and .platform.architecture == $architecture) | .digest' <<<"$list_of")
    [ -n "$tag" ] || fail "$subject has no image of ${platforms[each]}: its SBOM cannot be attested"
    attest "$image@$tag" cyclonedx "${sboms[each]}"
  done
  if [ -n "$2" ]; then
    "$cosign" sign "${signing[@]}" "$chart@$2" || fail "cannot sign $chart@$2"
    attest "$chart@$2" slsaprovenance1 "target/release/ccm-operator-$version.provenance.json"
    files=("ccm-operator-$version.tgz")
  fi

  files+=("ccm-operator-$version.provenance.json" "${sboms[@]#target/release/}")
  for file in "$manifests"/*; do
    [[ $file != "$root/target/release/"* ]] || files+=("${file#"$root/target/release/"}")
  done
  (cd target/release && sha256sum "${files[@]}" >SHA256SUMS)
  "$cosign" sign-blob "${signing[@]}" --bundle target/release/SHA256SUMS.sigstore.json target/release/SHA256SUMS >/dev/null ||
    fail 'cannot sign target/release/SHA256SUMS'
  printf 'signed     %s\n' "$subject" ${2:+"$chart@$2"} "$root/target/release/SHA256SUMS"
}
