# Comparisons with the sources of cloud controller managers; docs/facts/check reads this file.

# The Go files of a checkout, without tests, and without the dependencies of other modules.
go_files() {
  find "$1" -name '*.go' ! -name '*_test.go' ! -path '*/test/*' ! -path '*/tests/*' -print |
    awk -v root="$1/" '{ path = substr($0, length(root) + 1) } path ~ /^vendor\// || path !~ /(^|\/)vendor\//'
}

# Runs a command on the files of a list. 123 is that of grep where a part of the files has no hit.
on_files() {
  local list=$1
  shift
  tr '\n' '\0' <"$list" | xargs -0 -r "$@" || [ $? -eq 123 ]
}

# A fact file of programs/, the commit that it was made of, a checkout, its label.
compare_program() {
  local version now
  if [ -e "$3/.git" ] && git -C "$3" rev-parse HEAD | grep -q "^$2"; then return; fi
  version=$(sed -nE 's/^kubernetes: "?([^"]*)"?/\1/p' "$1")
  now=$(sed -nE 's|.*k8s\.io/component-base (=> k8s\.io/component-base )?v([^ ]+).*|\2|p' "$3/go.mod" | tail -1)
  [ -z "$version" ] || [[ $now. == "$version".* ]] ||
    aged "$1" "$(line_of "$1" "kubernetes:")" "the libraries of Kubernetes have version $version here, $now in $4"
  omitted "$1, types and defaults of flags, controllers: only what the program prints with --help shows them"
  go_files "$3" >"$work/go"
  compare_flags "$@"
  compare_program_gates "$@"
}

compare_flags() {
  awk '/^flags:/ { below = 1; next } /^[^ ]/ { below = 0 } below { sub(/:.*/, ""); sub(/^ +/, ""); print $0 "\t" FNR }' "$1" >"$work/ours"
  need "$1, flags" "$work/ours"
  if [ -d "$3/vendor" ]; then
    # Names in constants and in calls of any library: a name that no file has does not exist any more.
    on_files "$work/go" grep -hoE '"[a-zA-Z][a-zA-Z0-9_.-]*"' | tr -d '"' | sort -u >"$work/strings"
    # Added by Cobra and by the logging library of Kubernetes.
    printf '%s\n' help v vmodule version >>"$work/strings"
    awk -F '\t' -v file="$1" -v source="$4" 'FNR == NR { known[$1] = 1; next }
      !($1 in known) { print file ":" $2 ": flag " $1 " is not in " source }' "$work/strings" "$work/ours" >>"$work/aged"
  else
    omitted "$1, flags and feature gates that do not exist any more: $4 has no vendor/"
  fi
  # What the sources had already at our commit is not an option of the program. Without that commit only the files of the program count.
  on_files "$work/go" grep -lE '[fF]lag' >"$work/candidates"
  : >"$work/before"
  if [ -e "$3/.git" ] && git -C "$3" cat-file -e "$2^{commit}" 2>/dev/null; then
    git -C "$3" grep -hoE '"[a-zA-Z][a-zA-Z0-9_.-]*"' "$2" -- '*.go' | tr -d '"' | sort -u >"$work/before"
  else
    omitted "$1, new flags of libraries: $4 does not have commit $2"
    grep -v "^$3/vendor/" "$work/candidates" >"$work/own" || true
    mv "$work/own" "$work/candidates"
  fi
  on_files "$work/candidates" awk -f "$scripts/go-flags.awk" | sort -u >"$work/theirs"
  # The flags of programs of other sources, which come from libraries.
  grep -L "^source: *\"*$(sed -nE 's/^source: "?([^"]*)"?/\1/p' "$1")" src/main/resources/providers/*/programs/*.yaml |
    tr '\n' '\0' | xargs -0 -r sed -nE 's/^  ([^:]+): \{type.*/\1/p' | sort -u >"$work/common"
  # A file belongs to the program if the program has most of its flags, and one that no other file defines or, for a file that is not of a
  # library, no other program has.
  awk -F '\t' -v file="$1" -v source="$4" -v root="$3/" -v last="$(line_of "$1" "flags:")" '
    FILENAME ~ /ours$/ { listed[$1] = 1; next }
    FILENAME ~ /before$/ { before[$1] = 1; next }
    FILENAME ~ /common$/ { common[$1] = 1; next }
    { row[++rows] = $0; all[$1]++; places[$2]++ }
    END {
      for (i = 1; i <= rows; i++) {
        split(row[i], part, "\t")
        if (!(part[2] in listed)) continue
        have[part[1]]++
        if (index(part[1], root "vendor/") == 1 ? places[part[2]] == 1 : !(part[2] in common)) own[part[1]] = 1
      }
      for (i = 1; i <= rows; i++) {
        split(row[i], part, "\t")
        if (!(part[2] in listed) && !(part[2] in before) && (part[1] in own) && have[part[1]] * 2 >= all[part[1]])
          print file ":" last ": flag " part[2] " of " source ", " substr(part[1], length(root) + 1) " is missing"
      }
    }' "$work/ours" "$work/before" "$work/common" "$work/theirs" | sort -u >>"$work/aged"
}

compare_program_gates() {
  [ -d "$3/vendor" ] || return 0
  awk '/^featureGates:/ { below = 1; next } /^[^ ]/ { below = 0 }
    below { gsub(/[{},:]/, " "); print $1 "\t" $3 "\t" $5 "\t" FNR }' "$1" >"$work/ours"
  [ -s "$work/ours" ] || return 0
  on_files "$work/go" grep -l 'PreRelease:' >"$work/candidates"
  on_files "$work/candidates" awk -f "$scripts/go-gates.awk" | sort >"$work/theirs"
  # --help shows gates of the stages ALPHA and BETA. A table belongs to the program if the program has most of its gates of these.
  awk -F '\t' -v file="$1" -v source="$4" -v root="$3/" -v last="$(line_of "$1" "featureGates:")" '
    FNR == NR { line[$1] = $4; listed[$1] = $2 ", default " $3; next }
    { row[++rows] = $0; now[$2] = $3 ", default " $4; shown = $3 ~ /^(ALPHA|BETA)$/; if (shown) all[$1]++; if (shown && $2 in listed) have[$1]++ }
    END {
      for (gate in listed)
        if (!(gate in now)) print file ":" line[gate] ": feature gate " gate " is not in " source
        else if (listed[gate] != now[gate]) print file ":" line[gate] ": feature gate " gate " is " listed[gate] " here, " now[gate] " in " source
      for (i = 1; i <= rows; i++) {
        split(row[i], part, "\t")
        if (part[3] ~ /^(ALPHA|BETA)$/ && !(part[2] in listed) && have[part[1]] * 2 >= all[part[1]])
          print file ":" last ": feature gate " part[2] " of " source ", " substr(part[1], length(root) + 1) " is missing"
      }
    }' "$work/ours" "$work/theirs" | sort -u | sort -s -t: -k2n >>"$work/aged"
}

# Lines of a file images.yaml: version of Kubernetes, tag.
table_of() { sed -nE 's/^ +tags: \{(.*)\}/\1/p' "$1" | tr ',' '\n' | sed -E 's/^ *"([^"]*)": *"?([^" ]*)"?.*/\1 \2/' | sort -uV; }

# The releases of a checkout in ascending order: its tags without folders and without v. Tags of other forms are none.
releases_of() {
  { [ ! -e "$1/.git" ] || git -C "$1" tag; } | sed 's|.*/||' | { grep -E '^v?[0-9]+(\.[0-9]+){1,3}$' || true; } | sed 's/^v//' | sort -uV
}

# When a release of a checkout was made, in a format of git log; nothing where it has no such tag. Takes the checkout, the release, the format.
made() {
  local tag
  tag=$(git -C "$1" tag | awk -v release="$2" '{ name = $0; sub(/.*\//, "", name); sub(/^v/, "", name) } name == release { tag = $0 } END { print tag }')
  [ -z "$tag" ] || git -C "$1" log -1 --format="$3" "$tag"
}

# A file images.yaml, a checkout, a tag of the file: the patch releases of the checkout after it, without those that unpublished.tsv names.
patches_after() {
  local line=${3#v} source
  line=${line%.*}.
  source=$(sed -nE 's/^source: "?([^",]*).*/\1/p' "$1")
  awk -F '\t' -v source="$source" -v line="$line" '$1 == source && index($2, line) == 1 { print $2 }' "$scripts/unpublished.tsv" >"$work/unpublished"
  { echo "${3#v}"; cat "$work/unpublished"; releases_of "$2" | awk -v line="$line" 'index($0, line) == 1'; } | sort -uV |
    awk -v here="${3#v}" 'FILENAME != "-" { skip[$0] = 1; next } $0 == here || $0 in skip { rows = 0; next } { row[++rows] = $0 }
      END { for (i = 1; i <= rows; i++) print row[i] }' "$work/unpublished" -
}

# A file images.yaml, a checkout with tags, its label. Whether a newer minor release fits a version of Kubernetes, only its project says.
compare_images() {
  local kubernetes tag count last from to days newest releases
  table_of "$1" >"$work/table"
  need "$1, tags" "$work/table"
  releases=$(releases_of "$2")
  [ -n "$releases" ] || { omitted "$1, newer releases: $3 has no tags"; return; }
  while read -r kubernetes tag; do
    patches_after "$1" "$2" "$tag" >"$work/newer"
    count=$(($(wc -l <"$work/newer")))
    [ "$count" -gt 0 ] || continue
    last=$(tail -1 "$work/newer")
    from=$(made "$2" "${tag#v}" %ct)
    to=$(made "$2" "$last" %ct)
    days=$(((to - ${from:-$to}) / 86400))
    [ "$count" -lt 3 ] && [ "$days" -lt 60 ] || aged "$1" "$(line_of "$1" "\"$kubernetes\":")" \
      "$last is newer than $tag for Kubernetes $kubernetes by $count patch releases, $days days, in $3; run docs/facts/renew"
  done <"$work/table"
  newest=$(cut -d' ' -f2 "$work/table" | sed 's/^v//' | sort -V | tail -1)
  { echo "$newest"; echo "$releases"; } | sort -uV |
    awk -v here="$newest" -v file="$1" -v source="$3" 'count { last = $0; count++ } $0 == here { count = 1 }
      END { if (count > 1) print "newer: " file ": " count - 1 " releases after " here ", the last is " last " of " source }' >>"$work/omitted"
}

# The members of Azure's cloud configuration. Those of older releases stay. Letter case does not count.
compare_azure() {
  grep -v '^ *#' "$1" | grep -oE '[A-Za-z0-9]+' | tr '[:upper:]' '[:lower:]' | sort -u >"$work/ours"
  need "$1" "$work/ours"
  # Names below a member are not in the table.
  (cd "$2" && find pkg/provider/config pkg/azclient/auth_conf.go pkg/azclient/arm_conf.go pkg/azclient/policy/ratelimit -name '*.go' \
    ! -name '*_test.go' ! -name multi_slb.go -exec grep -HnoE 'json:"[A-Za-z0-9]+' {} + | sed 's/json:"//') 2>/dev/null >"$work/theirs" || true
  [ -s "$work/theirs" ] || { omitted "$1: $3 has no type of the configuration in pkg/provider/config"; return; }
  awk -F ':' -v file="$1" -v source="$3" 'FNR == NR { known[$1] = 1; next }
    !(tolower($3) in known) { print file ":1: member " $3 " of " source ", " $1 " is missing" }' "$work/ours" "$work/theirs" >>"$work/aged"
}

# A table of words, the commit that it was made of, a checkout, its label. What a program does with a word is read by people: the check
# says which of the files that were read have changed.
compare_table() {
  if [ -e "$3/.git" ] && git -C "$3" rev-parse HEAD | grep -q "^$2"; then return; fi
  local line each
  line=$(line_of "$1" "files:")
  awk '/^files:/ { below = 1 } /^[A-Za-z]+:/ && !/^files:/ { below = 0 }
    below { gsub(/^files:|[][,]|^ *- /, " "); for (i = 1; i <= NF; i++) print $i }' "$1" >"$work/ours"
  need "$1, files" "$work/ours"
  if ! [ -e "$3/.git" ] || ! git -C "$3" cat-file -e "$2^{commit}" 2>/dev/null; then
    omitted "$1, what has changed in its files: $4 does not have commit $2"
  fi
  while read -r each; do
    if ! [ -e "$3/$each" ]; then
      aged "$1" "$line" "file $each is not in $4"
    elif [ -e "$3/.git" ] && git -C "$3" cat-file -e "$2^{commit}" 2>/dev/null && ! git -C "$3" diff --quiet "$2" HEAD -- "$each"; then
      aged "$1" "$line" "file $each has changed in $4; read it again"
    fi
  done <"$work/ours"
}
