# What a release can be installed with beside Helm, for the script release, whose variables and functions it uses. Everything is rendered from
# the chart of the release.

# Checks the folder of --install.
find_install() {
  [ -z "$(ls -A -- "$install" 2>/dev/null)" ] || fail "--install: $install is not empty"
  mkdir -p -- "$install"
  install=$(cd -- "$install" && pwd)
}

# render VALUES... prints the release without its kind, and without hooks: applied as they are, the Jobs of a removal would remove.
render() {
  local options=() each
  for each in "$@"; do
    options+=(--values "$each")
  done
  "$helm" template ccm-operator "$folder" --namespace ccm-operator --kube-version "$kube_version" --no-hooks "${options[@]}"
}

# only PATTERN prints those documents of the release whose template is one of the pattern, without prints the others.
only() {
  awk -v pattern="$1" '/^---$/ { keep = 0; next } /^# Source: / { keep = $3 ~ pattern; if (keep) print "---"; next } keep'
}

without() {
  awk -v pattern="$1" '/^---$/ { keep = 0; next } /^# Source: / { keep = $3 !~ pattern; if (keep) print "---"; next } keep'
}

# values_of PROVIDER prints the least that a cluster of a provider has to say. Where the operator knows no image, its file has a placeholder.
values_of() {
  printf 'ccm:\n  cluster:\n    provider: %s\n    name: mycluster\n' "$1"
  [ -f "src/main/resources/providers/$1/images.yaml" ] ||
    printf '  controllerManager:\n    image: registry.example.com/%s-cloud-controller-manager:v1\n' "$1"
}

# release_install, after prepare_chart
release_install() {
  local kube_version provider kustomize=$install/kustomize parts=src/main/docker/install rendered=$scratch/rendered component
  local namespace=$folder/examples/gitops/kustomize/namespace.yaml kind_file=$folder/crds/cloudcontrollermanagers.ccmoperator.io.yaml
  kube_version=$(sed -n 's/^{{- define "oldestKubernetes" }}\([0-9.]*\){{ end }}$/\1/p' "$folder/templates/_cluster.tpl")
  [ -n "$kube_version" ] || fail 'helm/ccm-operator/templates/_cluster.tpl: oldestKubernetes is no version, such as 1.33.0'
  cp -R "$parts/kustomize" "$kustomize"
  values_of aws >"$scratch/values.yaml"
  render "$scratch/values.yaml" >"$rendered"
  cp "$kind_file" "$kustomize/base/kind.yaml"
  cp "$namespace" "$kustomize/base/namespace.yaml"
  without '/(cloudcontrollermanager|networkpolicy|rbac-operator|rbac-packs|rbac-provider|rbac-provider-openstack)[.]yaml$' <"$rendered" >"$kustomize/base/operator.yaml"
  only '/networkpolicy[.]yaml$' <"$rendered" >"$kustomize/components/network-policy/network-policy.yaml"
  render "$scratch/values.yaml" "$parts/monitoring-values.yaml" >"$rendered"
  only '/(servicemonitor|prometheusrule|prometheus-rbac|metrics-credentials)[.]yaml$' <"$rendered" \
    >"$kustomize/components/monitoring/monitoring.yaml"
  only '/dashboard[.]yaml$' <"$rendered" >"$kustomize/components/dashboard/dashboard.yaml"
  for provider in src/main/resources/providers/*; do
    provider=${provider##*/}
    values_of "$provider" >"$scratch/values.yaml"
    render "$scratch/values.yaml" >"$rendered"
    {
      cat "$kind_file"
      printf -- '---\n'
      cat "$namespace"
      without '/cloudcontrollermanager[.]yaml$' <"$rendered"
    } >"$install/$provider.yaml"
    only '/cloudcontrollermanager[.]yaml$' <"$rendered" >"$install/$provider-cluster.yaml"
    component=$kustomize/components/providers/$provider
    mkdir -p "$component"
    cp "$install/$provider-cluster.yaml" "$component/cluster.yaml"
    only '/(rbac-operator|rbac-packs|rbac-provider|rbac-provider-openstack)[.]yaml$' <"$rendered" >"$component/roles.yaml"
    cp "$parts/provider-kustomization.yaml" "$component/kustomization.yaml"
  done
  release_bundle
}

# The bundle of Operator Lifecycle Manager: templates that take the chart's objects apart make it.
release_bundle() {
  local parts=src/main/docker/install bundle=$install/olm
  cp -R "$parts/olm/bundle" "$bundle"
  mkdir -p "$bundle/manifests"
  cp "$kind_file" "$bundle/manifests/"
  cp "$kind_file" "$folder/files/kind.yaml"
  cp "$parts/olm/bundle.yaml" "$folder/templates/olm-bundle.yaml"
  render "$parts/olm/values.yaml" | only '/olm-bundle[.]yaml$' |
    awk -v folder="$bundle/manifests/" '/^# File: / { file = folder $3; next } /^---$/ { next } file { print >file }'
  rm "$folder/templates/olm-bundle.yaml" "$folder/files/kind.yaml"
}
