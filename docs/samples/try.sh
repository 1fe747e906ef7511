#!/usr/bin/env bash
# Renders the bootstrap files of a sample AWS and a sample Azure cluster and shows what was written. Then runs the operator in
# a sample AWS cluster until its ClusterOperator is Available.
# Builds the program first if there is none; renders with the native executable where it has been built.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ -x target/ccm-operator ]; then
  program=(target/ccm-operator)
else
  [ -f target/quarkus-app/quarkus-run.jar ] || ./mvnw -B -q package -DskipTests
  program=(java -jar target/quarkus-app/quarkus-run.jar)
fi

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
echo "\$ ./mvnw quarkus:dev -Dccm-operator.dev.exit-when-available=true"
# A cluster of one's own is not for trying.
env -u KUBECONFIG -u CCM_OPERATOR_KUBECONFIG ./mvnw -B -q quarkus:dev -Dccm-operator.dev.exit-when-available=true \
  -Dmaven.test.skip=true -Ddebug=false -Dquarkus.console.enabled=false -Dquarkus.test.continuous-testing=disabled </dev/null
