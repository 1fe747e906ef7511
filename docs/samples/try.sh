#!/usr/bin/env bash
# Renders the bootstrap files of a sample AWS and a sample Azure cluster and shows what was written. Then runs the operator in
# a sample AWS cluster until its ClusterOperator is Available.
# Builds the program first if there is none; renders with the native executable where it has been built.
set -euo pipefail
cd "$(dirname "$0")/../.."

built=true
[ -x target/ccm-operator ] || [ -f target/quarkus-app/quarkus-run.jar ] || built=false

cat <<EOF
This tries ccm-operator on this machine; it needs no cluster, and writes below target/ and ~/.m2 only.

  1. Build the program: $([ "$built" = true ] && echo "already built" || echo "2 to 5 minutes, the first time with downloads")
  2. Render the bootstrap files of a sample AWS and a sample Azure cluster: some seconds
  3. Run the operator in a sample AWS cluster until it is Available: 1 to 2 minutes

EOF

# A fault ends the script; this says in which step.
current="the preparation"
trap 'code=$?; [ "$code" = 0 ] || echo "try.sh failed in: $current; what was printed above says why" >&2' EXIT

step() {
  current="$1"
  printf '=== %s\n' "$current"
}

step "1. Build the program"
if [ "$built" = false ]; then
  ./mvnw -B -q -ntp package -DskipTests
fi
if [ -x target/ccm-operator ]; then
  program=(target/ccm-operator)
else
  program=(java -jar target/quarkus-app/quarkus-run.jar)
fi
"${program[@]}" --version

echo
step "2. Render bootstrap files"

for platform in aws azure; do
  samples=docs/samples/$platform
  dest=target/samples/$platform
  arguments=(
    "--dest-dir=$dest"
    "--cluster-infrastructure-file=$samples/infrastructure.yaml"
    "--images-file=docs/samples/images.yaml"
    "--cloud-config-file=$samples/cloud-config.yaml"
  )
  if [ -f "$samples/credentials.yaml" ]; then
    arguments+=("--credentials-file=$samples/credentials.yaml")
  fi
  echo "\$ ccm-operator render ${arguments[*]}"
  "${program[@]}" render "${arguments[@]}"
  find "$dest" -type f -exec ls -l {} +
  echo
done

for file in target/samples/aws/config/cloud.conf target/samples/aws/bootstrap/*.yaml; do
  echo "--- $file"
  cat "$file"
done

echo
step "3. Run the operator in a sample cluster"
echo "\$ ./mvnw quarkus:dev -Dccm-operator.dev.exit-when-available=true"
./mvnw -B -q quarkus:dev -Dccm-operator.dev.exit-when-available=true \
  -Dmaven.test.skip=true -Ddebug=false -Dquarkus.console.enabled=false -Dquarkus.test.continuous-testing=disabled </dev/null

cat <<'EOF'

=== What you have seen
  - render wrote the static pod of the cloud controller manager of AWS, and the configuration of both: target/samples/
  - the operator selected the provider of AWS, created its objects, waited for their rollout (the sample cluster reports it) and set
    Available=True in the ClusterOperator above

=== What to do next
  ./mvnw quarkus:dev                                   the same cluster, left running: change a source file or a provider
  ./mvnw quarkus:dev -Dccm-operator.dev.platform=GCP   another platform
  docs/development/development-mode.md                 how to read its objects, and how to run in a cluster of yours
  docs/kubernetes/installing.md                        install the operator in a cluster of yours; on OpenShift docs/openshift/installing.md
  docs/providers/adding-a-provider.md                  add a provider
EOF
