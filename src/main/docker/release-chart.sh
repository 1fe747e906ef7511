# The chart of a release, for the script release, whose variables and functions it uses.

# Sets helm, the program.
find_helm() {
  local given
  [[ $version =~ ^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$ ]] ||
    wrong "--version: '$version' is not the version of a chart, such as 4.20.0 or 4.20.0-rc.1"
  [ -n "$chart_repository" ] || chart_repository=oci://${image%/*}/charts
  [[ $chart_repository =~ ^oci://[a-z0-9.-]+(:[0-9]+)?(/[a-z0-9._-]+)*$ ]] ||
    wrong "--chart-repository: '$chart_repository' is not oci://REGISTRY/NAME in lower case, without the name of the chart"
  helm=${HELM:-$(command -v helm)} ||
    fail "there is no helm on the PATH; install Helm 3.8 or later, name it by HELM, or leave ${chart:+--chart}${install:+${chart:+ and }--install} out"
  given=$("$helm" version --template '{{.Version}}') || fail "'$helm version' fails: HELM or the PATH names another program"
  [[ $given =~ ^v([0-9]+)\.([0-9]+)\. ]] || fail "'$helm version' prints no version of Helm: '$given'"
  if ((BASH_REMATCH[1] < 3 || (BASH_REMATCH[1] == 3 && BASH_REMATCH[2] < 8))); then
    fail "$helm is Helm $given; charts are pushed to registries by 3.8 and later"
  fi
}

# Packs an archive of Helm again, which has the time of now in each entry: the same chart gives the same bytes.
# pack_again ARCHIVE
pack_again() {
  if ! tar --version | grep -q 'GNU tar'; then
    warn "tar is not GNU tar: another build of $1 has other bytes"
    return
  fi
  mkdir "$scratch/unpacked"
  tar -xzf "$1" -C "$scratch/unpacked"
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=ustar \
    -C "$scratch/unpacked" -cf - ccm-operator | gzip -9n >"$1"
}

# prepare_chart KIND REFERENCE DIGEST sets folder, the chart of this release, with an image that has a digest after a push only.
prepare_chart() {
  local address="s|$docs_of_sources|${docs_url:-$docs_of_sources}|g" requests=$memory
  folder=$scratch/ccm-operator
  [ "$1" = native ] || requests=$jvm_memory
  cp -R helm/ccm-operator "$folder"
  sed "$address" helm/ccm-operator/README.md >"$folder/README.md"
  # The image where Artifact Hub reads it.
  sed -e "$address" -e "s|^version: .*|version: $version|" -e "s|^appVersion: .*|appVersion: \"$version\"|" \
    -e "/artifacthub.io\/images:/,/image:/s|image: .*|image: $2|" helm/ccm-operator/Chart.yaml >"$folder/Chart.yaml"
  sed -e "$address" -e "/^image:/,/^[a-z]/s|^  repository: .*|  repository: $image|" \
    -e "/^image:/,/^[a-z]/s|^  digest: .*|  digest: \"$3\"|" -e "s|$memory\$|$requests|" helm/ccm-operator/values.yaml >"$folder/values.yaml"
}

# Packages the chart as target/release/ccm-operator-VERSION.tgz, and pushes it after a push of the image.
release_chart() {
  "$helm" package "$folder" --destination target/release
  [ -z "$SOURCE_DATE_EPOCH" ] || pack_again "target/release/ccm-operator-$version.tgz"
  if [ -n "$push" ]; then
    "$helm" push "target/release/ccm-operator-$version.tgz" "$chart_repository" 2>&1 | tee "$scratch/pushed"
    chart_digest=$(sed -n 's/^Digest: *//p' "$scratch/pushed")
    [[ -z $sign || $chart_digest =~ ^sha256:[0-9a-f]{64}$ ]] || fail "$helm reports no digest of the chart after the push: it cannot be signed"
  fi
}
