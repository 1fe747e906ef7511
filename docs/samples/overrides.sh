#!/usr/bin/env bash
# Makes the Cluster Version Operator of a development cluster leave objects of ccm-operator alone, and takes that back. Overrides that
# others have set stay as they are: the list is merged by the API server, by field owner.
set -euo pipefail

usage='Usage: docs/samples/overrides.sh on [KIND[.GROUP]/NAMESPACE/NAME ...] | off

  on   adds objects to spec.overrides of ClusterVersion version, unmanaged. Without objects: the Deployment of the operator.
       A second call replaces the objects of the first. The namespace of a cluster-scoped object is empty:
       ClusterRole.rbac.authorization.k8s.io//NAME
  off  removes what the last call of "on" added, and nothing else

KUBECTL names the client; without it oc is taken, or kubectl where there is no oc. It uses the current context.'

operator=Deployment.apps/openshift-cloud-controller-manager-operator/cluster-cloud-controller-manager-operator
# The owner of the entries, which the API server records as their field manager.
owner=ccm-operator-development

wrong() {
  printf 'error: %s\n\n%s\n' "$1" "$usage" >&2
  exit 2
}

entry() {
  local object=$1
  [[ $object =~ ^[A-Z][A-Za-z]*(\.[a-z0-9.-]+)?/[a-z0-9-]*/[a-z0-9.:-]+$ ]] ||
    wrong "'$object' is not KIND[.GROUP]/NAMESPACE/NAME"
  local type=${object%%/*} rest=${object#*/}
  local kind=${type%%.*} group=
  [ "$type" = "$kind" ] || group=${type#*.}
  printf '{"kind": "%s", "group": "%s", "namespace": "%s", "name": "%s", "unmanaged": true}' \
    "$kind" "$group" "${rest%%/*}" "${rest#*/}"
}

overrides=
case ${1:-} in
  on)
    shift
    [ $# -gt 0 ] || set -- "$operator"
    for object in "$@"; do
      one=$(entry "$object")
      overrides+=${overrides:+, }$one
    done
    ;;
  off) [ $# -eq 1 ] || wrong "unexpected argument '$2'" ;;
  --help | -h) printf '%s\n' "$usage" && exit 0 ;;
  *) wrong 'on or off is missing' ;;
esac

client=${KUBECTL:-}
if [ -z "$client" ]; then
  client=$(command -v oc || command -v kubectl) || {
    echo 'error: there is neither oc nor kubectl on the PATH; install one of them, or name another by KUBECTL' >&2
    exit 1
  }
fi

# An entry that this owner does not apply again is removed; without entries the field is left out, since an empty list would stay.
spec=
[ -z "$overrides" ] || spec=", \"spec\": {\"overrides\": [$overrides]}"
"$client" apply --server-side --field-manager="$owner" -f - <<END
{"apiVersion": "config.openshift.io/v1", "kind": "ClusterVersion", "metadata": {"name": "version"}$spec}
END
echo 'spec.overrides of ClusterVersion version:'
"$client" get clusterversion version \
  -o jsonpath='{range .spec.overrides[*]}{"  "}{.kind}{"."}{.group}{"/"}{.namespace}{"/"}{.name}{" unmanaged="}{.unmanaged}{"\n"}{end}'
