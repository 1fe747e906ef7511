#!/usr/bin/env bash
# Renders the bootstrap files of a sample AWS and a sample Azure cluster of OpenShift and shows what was written. Then runs the operator in
# a sample cluster until it is Available: of Kubernetes on OpenStack, or with the argument openshift of OpenShift on AWS.
# Builds the program first if there is none; renders with the native executable where it has been built.
#
#   docs/samples/try.sh [kubernetes|openshift]
set -euo pipefail
cd "$(dirname "$0")/../.."

distribution=${1:-kubernetes}
case "$distribution" in
  kubernetes) cluster="Kubernetes on OpenStack" state="CloudControllerManager cluster" other=openshift ;;
  openshift) cluster="OpenShift on AWS" state="ClusterOperator cloud-controller-manager" other=kubernetes ;;
  *)
    echo "usage: docs/samples/try.sh [kubernetes|openshift]" >&2
    exit 2
    ;;
esac

built=true
[ -x target/ccm-operator ] || [ -f target/quarkus-app/quarkus-run.jar ] || built=false

cat <<EOF
This tries ccm-operator on this machine; it needs no cluster.

  1. Build the program: $([ "$built" = true ] && echo "already built" || echo "2 to 5 minutes; the first time Maven downloads about 315 MB")
  2. Render the bootstrap files of a sample AWS and a sample Azure cluster of OpenShift: some seconds
  3. Run the operator in a sample cluster of $cluster until it is Available: 1 to 2 minutes

It writes below target/ and ~/.m2 only, and leaves both.

EOF

current="the preparation"
# The plugin of Quarkus makes an identity for statistics that this project turns off (.mvn/maven.config).
redhat=$([ -e ~/.redhat ] && echo before || echo made)

# A fault ends the script; this says in which step.
end() {
  local code=$?
  if [ "$redhat" = made ] && [ -e ~/.redhat ]; then
    rm -f ~/.redhat/anonymousId
    rmdir ~/.redhat
  fi
  [ "$code" = 0 ] || echo "try.sh failed in: $current; what was printed above says why" >&2
}
trap end EXIT

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
step "3. Run the operator in a sample cluster of $cluster"
arguments=(-Dccm-operator.dev.exit-when-available=true)
if [ "$distribution" = kubernetes ]; then
  arguments+=("-Dquarkus.args=run --distribution=kubernetes" -Dccm-operator.dev.platform=OpenStack)
fi
printf '$ ./mvnw quarkus:dev'
printf " '%s'" "${arguments[@]}"
echo
./mvnw -B -q -ntp quarkus:dev "${arguments[@]}" -Dmaven.test.skip=true -Ddebug=false -Dquarkus.console.enabled=false \
  -Dquarkus.test.continuous-testing=disabled </dev/null

cat <<EOF

=== What you have seen
  - render wrote the static pod of the cloud controller manager of AWS, and the configuration of both: target/samples/
  - the operator selected the provider of the cloud, created its objects, waited for their rollout (the sample cluster reports it) and set
    Available=True in $state above. Its namespaces are those of OpenShift in each sample cluster

=== What is left
  target/ ($(du -sh target | cut -f1)), which ./mvnw clean deletes, and Maven's downloads in ~/.m2 ($(du -sh ~/.m2/ | cut -f1))

=== What to do next
  docs/samples/try.sh $(printf '%-33s' "$other")the other distribution
  ./mvnw quarkus:dev                                   a sample cluster of OpenShift, left running: change a source file or a provider
  ./mvnw quarkus:dev -Dccm-operator.dev.platform=GCP   another platform
  docs/development/development-mode.md                 how to read its objects, and how to run in a cluster of yours
  docs/kubernetes/installing.md                        install the operator in a cluster of yours; on OpenShift docs/openshift/installing.md
  docs/providers/adding-a-provider.md                  add a provider
EOF
