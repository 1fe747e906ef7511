# Comparisons with openshift/api, openshift/library-go, openshift/enhancements and openshift/installer; docs/facts/check reads this file. The
# functions compare_ take a checkout and its label.

# Compares two lists of names: fact file, ours and theirs (files with a name a line), what a name is, where the source has it, and a string of
# the line at which ours begin.
names_differ() {
  local name
  [ -s "$3" ] || { omitted "$1, $4: $5 has none"; return; }
  while read -r name; do aged "$1" "$(line_of "$1" "$name" "$6")" "$4 $name is not in $5"; done < <(comm -23 <(sort -u "$2") <(sort -u "$3"))
  while read -r name; do aged "$1" "$(line_of "$1" "$6")" "$4 $name of $5 is missing"; done < <(comm -13 <(sort -u "$2") <(sort -u "$3"))
}

# The strings of the constants of a type in a Go file.
constants() { sed -nE "s/.* $1 *= *\"([^\"]+)\".*/\1/p" "$2"; }

# The items of a list in brackets, a YAML file and a key.
items() { sed -nE "s/^ *$2: *\[(.*)\].*/\1/p" "$1" | tr -d ' "' | tr ',' '\n'; }

compare_fields() {
  local kind plural ours
  while read -r kind plural; do
    ours=$schemas/$kind.yaml
    awk -f "$scripts/fields.awk" "$ours" >"$work/ours"
    need "$ours" "$work/ours"
    find "$1/config/v1" -name "*_$plural[-.]*yaml" -exec awk -v crd=1 -f "$scripts/fields.awk" {} + | cut -f1 |
      grep -vxE 'apiVersion|kind|metadata' | sort -u >"$work/theirs" || true
    [ -s "$work/theirs" ] || { omitted "$ours: $2 has no definition of $plural below config/v1"; continue; }
    awk -F '\t' -v file="$ours" -v source="$2" '
      FNR == NR { line[$1] = $2; next }
      { theirs[$1] = 1 }
      !($1 in line) {
        above = $1
        while (above != "" && !(above in line)) if (!sub(/\.[^.]*$/, "", above)) above = ""
        print file ":" (above == "" ? 1 : line[above]) ": field " $1 " of " source " is missing"
      }
      END { for (field in line) if (!(field in theirs)) print file ":" line[field] ": field " field " is not in " source }
    ' "$work/ours" "$work/theirs" | sort -u | sort -s -t: -k2n >>"$work/aged"
  done <<<"infrastructure infrastructures
proxy proxies
network networks
featuregate featuregates
apiserver apiservers"
}

compare_names() {
  local types=config/v1/types_infrastructure.go
  { items "$names" withProvider; items "$names" withoutProvider; } >"$work/ours"
  need "$names, withProvider" "$work/ours"
  constants PlatformType "$1/$types" >"$work/theirs"
  names_differ "$names" "$work/ours" "$work/theirs" "platform type" "$2, $types" withProvider:
  items "$names" azureClouds >"$work/ours"
  need "$names, azureClouds" "$work/ours"
  constants AzureCloudEnvironment "$1/$types" >"$work/theirs"
  names_differ "$names" "$work/ours" "$work/theirs" "cloud of Azure" "$2, $types" azureClouds:
  # The operator's own kind takes the same names, but for Azure Stack Hub, which is a provider of its own there, and the cloud of Germany, which is
  # closed.
  constants AzureCloudEnvironment "$1/$types" | grep -vE '^Azure(Stack|German)Cloud' >"$work/theirs"
  awk '/^ +cloudName:/ { below = 1 } below && /^ +- Azure/ { print $2 } below && /^ +vsphere:/ { exit }' "$definition" >"$work/ours"
  need "$definition, cloudName" "$work/ours"
  names_differ "$definition" "$work/ours" "$work/theirs" "cloud of Azure" "$2, $types" cloudName:
}

compare_gates() {
  local list name state now
  list=$(find "$1/payload-manifests/featuregates" -name '*SelfManagedHA*-Default.yaml' 2>/dev/null | sort | tail -1)
  [ -n "$list" ] || { omitted "$names, featureGates: $2 has no payload-manifests/featuregates/*SelfManagedHA*-Default.yaml"; return; }
  awk '/"?disabled"?:/ { state = "disabled" } /"?enabled"?:/ { state = "enabled" }
    state != "" && /"?name"?:/ { gsub(/.*:|[ ",]/, ""); print $0, state }' "$list" >"$work/theirs"
  awk '/^featureGates:/ { below = 1; next } /^[^ #]/ { below = 0 } below && /^  [A-Za-z]/ { sub(/:/, ""); print $1, $2 }' "$names" >"$work/ours"
  need "$names, featureGates" "$work/ours"
  while read -r name state; do
    now=$(awk -v name="$name" '$1 == name { print $2 }' "$work/theirs")
    [ "$state" = "${now:-unlisted}" ] ||
      aged "$names" "$(line_of "$names" "$name:")" "feature gate $name is $state here, ${now:-unlisted} in $2, ${list#"$1"/}"
  done <"$work/ours"
}

compare_tls() {
  local types=$1/config/v1/types_tlssecurityprofile.go where="$2, config/v1/types_tlssecurityprofile.go" profile key
  # Profile, key, values in order.
  awk '/^var TLSProfiles/ { below = 1 } below && /^}/ { exit } !below { next }
    match($0, /TLSProfile[A-Za-z]+Type:/) { profile = substr($0, RSTART + 10, RLENGTH - 15) }
    /Ciphers:/ { key = "ciphers" } /Groups:/ { key = "groups" }
    /MinTLSVersion:/ { gsub(/.*:|[ \t",]/, ""); print profile, "minVersion", $0; next }
    /^[ \t]*("|TLSGroup)/ { gsub(/[ \t",]/, ""); print profile, key, $0 }' "$types" >"$work/tls"
  awk '/^[A-Z][a-z]+:/ { profile = $1; sub(/:/, "", profile); next }
    profile == "" || /^ *#/ { next }
    /^  [a-zA-Z]+:/ { key = $1; sub(/:/, "", key); if ($2 != "") print profile, key, $2; next }
    /^ +- / { print profile, key, $2 }' "$profiles" >"$work/ours"
  need "$profiles" "$work/ours"
  { awk '{ print $1 }' "$work/ours" | sort -u; echo Custom; } >"$work/a"
  constants TLSProfileType "$types" >"$work/b"
  names_differ "$profiles" "$work/a" "$work/b" "type of TLS profile" "$where" minVersion:
  sed -nE 's/.*\("(VersionTLS[0-9]+)"\).*/\1/p' "$versions" >"$work/a"
  need "$versions" "$work/a"
  constants TLSProtocolVersion "$types" >"$work/b"
  names_differ "$versions" "$work/a" "$work/b" "version of TLS" "$where" enum
  sed -nE 's/^ +[A-Z0-9_]+\("([^"]+)", [0-9]+\)[,;]$/\1/p' "$groups" >"$work/a"
  need "$groups" "$work/a"
  constants TLSGroup "$types" >"$work/b"
  names_differ "$groups" "$work/a" "$work/b" "group of TLS" "$where" enum
  for profile in $(awk '{ print $1 }' "$work/ours" | sort -u); do
    for key in ciphers minVersion; do
      awk -v p=$profile -v k=$key '$1 == p && $2 == k { print $3 }' "$work/ours" >"$work/a"
      awk -v p=$profile -v k=$key '$1 == p && $2 == k { print $3 }' "$work/tls" >"$work/b"
      if cmp -s <(sort "$work/a") <(sort "$work/b"); then
        cmp -s "$work/a" "$work/b" || aged "$profiles" "$(line_of "$profiles" "$profile:")" "profile $profile has another order of $key in $where"
      else
        names_differ "$profiles" "$work/a" "$work/b" "profile $profile, $key" "$where" "$profile:"
      fi
    done
  done
}

compare_suites() {
  # OpenSSL's name, IANA's name, whether Go has the suite.
  sed -nE 's/^ +(TLS_[A-Z0-9_]+)\("([^"]+)"(, false)?\)[,;]$/\2 \1 \3/p' "$suites" | sed 's/ *, false$/ false/; s/ $/ true/' | sort >"$work/ours"
  need "$suites" "$work/ours"
  awk '/^var openSSLToIANACiphers[A-Za-z]* = / { known = "true" } /^var ciphersUnsupportedByGo = / { known = "false" } /^}/ { known = "" }
    known != "" && /^[ \t]*"/ { split($0, part, "\""); print part[2], part[4], known }' "$1/pkg/crypto/crypto.go" | sort >"$work/theirs"
  [ -s "$work/theirs" ] || { omitted "$suites: $2, pkg/crypto/crypto.go has no table of cipher suites"; return; }
  # Ours has suites of older releases as well.
  comm -13 "$work/ours" "$work/theirs" | while read -r openssl iana known; do
    aged "$suites" "$(line_of "$suites" "\"$openssl\"")" "cipher suite $openssl is $iana in $2, pkg/crypto/crypto.go, $([ "$known" = true ] || echo 'not ')known to Go"
  done
}

# Our ports on OpenShift: program, port.
own_ports() { awk '/^[A-Za-z]/ { below = /^openshift:/ } below && /^  [a-z]/ { sub(/:/, "", $1); print $1, $2 }' "$ports"; }

compare_registry() {
  local registry=dev-guide/host-port-registry.md program port owner
  own_ports >"$work/ours"; need "$ports" "$work/ours"
  while read -r program port; do
    owner=$(awk -F '|' -v port="$port" '/^## Previously/ { exit } { gsub(/ /, "", $2); count = split($2, range, "-") }
      $2 ~ /^[0-9]+(-[0-9]+)?$/ && port + 0 >= range[1] + 0 && port + 0 <= range[count] + 0 { gsub(/^ +| +$/, "", $3); print $3 }' "$1/$registry")
    case "$program $owner" in
      "cloud-node-manager "|*" cluster-cloud-controller-manager-operator"|*" $program") ;;
      *) aged "$ports" "$(line_of "$ports" "$port")" "port $port of $program is registered for ${owner:-no component} in $2, $registry" ;;
    esac
  done <"$work/ours"
}

compare_open_ports() {
  local file program port found=
  own_ports >"$work/ours"; need "$ports" "$work/ours"
  for file in pkg/asset/manifests/aws/{cluster,securitygroup}.go pkg/infrastructure/gcp/clusterapi/firewallrules.go \
      pkg/infrastructure/openstack/preprovision/securitygroups.go; do
    # The first and the last port of each rule, in the three notations.
    { sed -nE '/FromPort:/{s/.*FromPort: *([0-9]+).*/\1/;h}; /ToPort:/{s/.*ToPort: *([0-9]+).*/\1/;H;x;s/\n/ /p}' "$1/$file"
      sed -nE 's/.*"([0-9]+)-([0-9]+)".*/\1 \2/p; s/.*\{[a-z |]*tcp[a-z |]*, *([0-9]+), *([0-9]+)\}.*/\1 \2/p' "$1/$file"
    } >"$work/rules" 2>/dev/null || true
    [ -s "$work/rules" ] || continue
    found=1
    while read -r program port; do
      awk -v port="$port" '$1 <= port && port <= $2 { open = 1 } END { exit !open }' "$work/rules" ||
        aged "$ports" "$(line_of "$ports" "$port")" "port $port of $program is not open between nodes by $2, $file"
    done <"$work/ours"
  done
  [ -n "$found" ] || omitted "$ports: $2 has none of the files with the rules of security groups"
}
