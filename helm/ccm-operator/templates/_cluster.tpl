{{- /* OpenShift or Kubernetes. */}}
{{- define "distribution" -}}
{{- if ne .Values.distribution "auto" }}{{ .Values.distribution }}
{{- else if .Values.ccm.cluster }}Kubernetes
{{- else }}OpenShift
{{- end }}
{{- end }}

{{- /* "true" on OpenShift, else nothing. */}}
{{- define "openshift" -}}
{{- if eq (include "distribution" .) "OpenShift" }}true{{ end }}
{{- end }}

{{- /* The oldest version of Kubernetes: the first of the providers' files images.yaml, which a test compares. That of OpenShift is older (Chart.yaml). */}}
{{- define "oldestKubernetes" }}1.33.0{{ end }}

{{- /* "true" where Helm knows what a cluster serves: from the cluster, or from --api-versions, as Argo CD does. By itself it names no kinds. */}}
{{- define "connected" -}}
{{- if .Capabilities.APIVersions.Has "v1/Namespace" }}true{{ end }}
{{- end }}

{{- /* The fields of a schema of a kind that another schema lacks. Takes a list: the path, the one and the other. What the other one does not
       limit may have any fields. */}}
{{- define "lackingFields" -}}
{{- $path := index . 0 }}
{{- $schema := index . 1 }}
{{- $other := index . 2 }}
{{- range $name, $field := get $schema "properties" | default dict }}
{{- $there := get $other "properties" | default dict }}
{{- if hasKey $there $name }}
{{- include "lackingFields" (list (printf "%s.%s" $path $name) $field (get $there $name)) }}
{{- else if not (get $other "x-kubernetes-preserve-unknown-fields") }}
{{- printf "%s.%s " $path $name }}
{{- end }}
{{- end }}
{{- range $below := list "items" "additionalProperties" }}
{{- if and (kindIs "map" (get $schema $below)) (kindIs "map" (get $other $below)) }}
{{- include "lackingFields" (list $path (get $schema $below) (get $other $below)) }}
{{- end }}
{{- end }}
{{- end }}

{{- /* "true" where the cloud may be OpenStack, else nothing. On OpenShift it is not known here. */}}
{{- define "openstack" -}}
{{- if or (include "openshift" .) (eq (dig "provider" "" (.Values.ccm.cluster | default dict)) "openstack") }}true{{ end }}
{{- end }}

{{- /* "true" where the cloud may be one of those by their providers, else nothing. Takes a list: the root, and the providers. On OpenShift the
       cloud is not known here, and what a provider needs that is not one of the chart's neither. global.allProviders is for what one release makes
       for all clouds. A test compares this with the providers. */}}
{{- define "for" -}}
{{- $root := index . 0 }}
{{- if or (include "openshift" $root) (dig "allProviders" false ($root.Values.global | default dict)) }}true
{{- else if or (has $root.Values.ccm.cluster.provider (rest .)) (not (include "imageKeys" $root)) }}true
{{- end }}
{{- end }}

{{- /* Where the operator runs. On Kubernetes the namespace of the release, so that one command creates it and fills it. */}}
{{- define "operatorNamespace" -}}
{{- if .Values.namespaces.operator }}{{ .Values.namespaces.operator }}
{{- else if include "openshift" . }}openshift-cloud-controller-manager-operator
{{- else }}{{ .Release.Namespace }}
{{- end }}
{{- end }}

{{- /* Where cloud controller managers run. */}}
{{- define "managedNamespace" -}}
{{- if .Values.namespaces.managed }}{{ .Values.namespaces.managed }}
{{- else if include "openshift" . }}openshift-cloud-controller-manager
{{- else }}cloud-controller-manager
{{- end }}
{{- end }}

{{- /* The ClusterRole of the operator, and the beginning of the name of the one for packs. Names that begin with system:openshift are
       OpenShift's. */}}
{{- define "clusterRole" -}}
{{- if include "openshift" . }}system:openshift:operator:cloud-controller-manager
{{- else }}ccm-operator:cloud-controller-manager
{{- end }}
{{- end }}

{{- /* The name of a role that cloud controller managers share, or of its binding, in the cluster or in kube-system. Takes a list: the root, and
       its name on OpenShift. The charts of clouds have some of those names, on Kubernetes. A test compares this with the operator. */}}
{{- define "sharedRole" -}}
{{- if not (include "openshift" (index . 0)) }}ccm-operator:shared:{{ end }}{{ index . 1 }}
{{- end }}

{{- /* The operator's own Role in kube-system. */}}
{{- define "kubeSystemRole" -}}
{{- if include "openshift" . }}cluster-cloud-controller-manager
{{- else }}{{ include "clusterRole" . }}
{{- end }}
{{- end }}

{{- /* "true" where a switch of metrics is on. Takes a list: the root and the switch. */}}
{{- define "on" -}}
{{- $switch := toString (index . 1) }}
{{- if or (eq $switch "true") (and (eq $switch "auto") (include "openshift" (index . 0))) }}true{{ end }}
{{- end }}

{{- /* Of the Service of the metrics, which both service-ca and the ServiceMonitor know. */}}
{{- define "certificateSecret" -}}
{{- .Values.metrics.certificateSecret | default "cloud-controller-manager-operator-tls" }}
{{- end }}

{{- /* The Secret of the operator's namespace that has the cloud's configuration; none where a ConfigMap has it. */}}
{{- define "cloudConfigSecret" -}}
{{- dig "cloudConfig" "secret" "name" "" (.Values.ccm.cluster | default dict) }}
{{- end }}

{{- /* The images of images.json by key, as JSON. On Kubernetes without the defaults: those are names of a release of OpenShift. */}}
{{- define "images" -}}
{{- $images := dict "cloudControllerManagerOperator" (include "image" .) }}
{{- range $key, $image := merge (deepCopy .Values.images) .Values.extraImages }}
{{- if and $image (or (include "openshift" $) (not (regexMatch "^quay[.]io/openshift/origin-[a-z-]+$" $image))) }}
{{- $_ := set $images $key $image }}
{{- end }}
{{- end }}
{{- toPrettyJson $images }}
{{- end }}

{{- /* The keys of images.json that a provider needs, separated by blanks; none where they are not known here. A test compares them
       with the providers. */}}
{{- define "imageKeys" -}}
{{- $keys := dict
  "aws" "cloudControllerManagerAWS"
  "alibaba" "cloudControllerManagerAlibaba"
  "azure" "cloudControllerManagerAzure cloudNodeManagerAzure"
  "azurestack" "cloudControllerManagerAzure cloudNodeManagerAzure"
  "digitalocean" "cloudControllerManagerDigitalOcean"
  "exoscale" "cloudControllerManagerExoscale"
  "gcp" "cloudControllerManagerGCP"
  "hetzner" "cloudControllerManagerHetzner"
  "ibm" "cloudControllerManagerIBM"
  "kubevirt" "cloudControllerManagerKubeVirt"
  "linode" "cloudControllerManagerLinode"
  "nutanix" "cloudControllerManagerNutanix"
  "openstack" "cloudControllerManagerOpenStack"
  "oracle" "cloudControllerManagerOracle"
  "outscale" "cloudControllerManagerOutscale"
  "powervs" "cloudControllerManagerPowerVS"
  "proxmox" "cloudControllerManagerProxmox"
  "scaleway" "cloudControllerManagerScaleway"
  "stackit" "cloudControllerManagerSTACKIT"
  "vsphere" "cloudControllerManagerVSphere"
  "vultr" "cloudControllerManagerVultr" }}
{{- get $keys .Values.ccm.cluster.provider }}
{{- end }}

{{- /* "true" where the operator knows no image of a program, by its key, so that the values have to name one; else nothing. A test compares
       this with the files images.yaml of the providers. */}}
{{- define "unknownImage" -}}
{{- if has . (list "cloudControllerManagerIBM" "cloudControllerManagerPowerVS") }}true{{ end }}
{{- end }}

{{- /* The keys of images.json by the field of the program in ccm, as JSON. */}}
{{- define "programs" -}}
{{- $programs := dict }}
{{- range $i, $key := compact (splitList " " (include "imageKeys" .)) }}
{{- $_ := set $programs (index (list "controllerManager" "nodeManager") $i) $key }}
{{- end }}
{{- toJson $programs }}
{{- end }}

{{- /* The Secret with the credentials of a provider, and how kubectl fills it; none where it is not known here, or there is
       to be none. A test compares the names
       with the providers. */}}
{{- define "credentials" -}}
{{- $secrets := dict
  "aws" "cloud-controller-manager-credentials --from-file=aws_access_key_id --from-file=aws_secret_access_key"
  "alibaba" "alibaba-cloud-credentials --from-file=ACCESS_KEY_ID --from-file=ACCESS_KEY_SECRET"
  "azure" "azure-cloud-credentials --from-file=azure_client_id --from-file=azure_client_secret"
  "azurestack" "azure-cloud-credentials --from-file=azure_client_id --from-file=azure_client_secret"
  "digitalocean" "digitalocean --from-file=access-token"
  "exoscale" "exoscale-credentials --from-file=api-key --from-file=api-secret"
  "gcp" "gcp-ccm-cloud-credentials --from-file=service_account.json"
  "hetzner" "hcloud --from-file=token"
  "ibm" "ibm-cloud-credentials --from-file=ibmcloud_api_key"
  "kubevirt" "kubevirt-infra-kubeconfig --from-file=kubeconfig"
  "linode" "ccm-linode --from-file=apiToken --from-literal=region=REGION"
  "nutanix" "nutanix-credentials --from-file=credentials"
  "openstack" "openstack-cloud-credentials --from-file=clouds.yaml"
  "outscale" "osc-secret --from-file=access_key --from-file=secret_key"
  "powervs" "ibm-cloud-credentials --from-file=ibmcloud_api_key"
  "proxmox" "proxmox-credentials --from-file=token_id --from-file=token_secret"
  "scaleway" "scaleway-secret --from-file=SCW_ACCESS_KEY --from-file=SCW_SECRET_KEY --from-literal=SCW_DEFAULT_REGION=REGION"
  "stackit" "stackit-cloud-secret --from-file=sa_key.json"
  "vsphere" "vsphere-cloud-credentials --from-file=VCENTER.username --from-file=VCENTER.password"
  "vultr" "vultr-ccm --from-file=api-key" }}
{{- $credentials := .Values.ccm.credentials | default dict }}
{{- with get $secrets .Values.ccm.cluster.provider }}
{{- if not $credentials.none }}
{{- if $credentials.secretName }}{{ regexReplaceAll "^[^ ]+" . $credentials.secretName }}{{ else }}{{ . }}{{ end }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The Secret with the token that Prometheus shows; none where it shows that of its own service account. */}}
{{- define "metricsCredentials" -}}
{{- if .Values.metrics.credentialsSecret }}{{ .Values.metrics.credentialsSecret }}
{{- else if and .Values.metrics.insecureSkipVerify (not (include "openshift" .)) }}cloud-controller-manager-operator-metrics
{{- end }}
{{- end }}

{{- /* The namespace of Prometheus. */}}
{{- define "prometheusNamespace" -}}
{{- .Values.metrics.prometheus.namespace | default (ternary "openshift-monitoring" "monitoring" (eq (include "openshift" .) "true")) }}
{{- end }}

{{- /* Names of the series of cloud controller managers and node managers that are kept. */}}
{{- define "controllerSeries" -}}
(cloudprovider|arm_request|openstack_api|service_controller|node_controller|workqueue)_.+|leader_election_master_status|rest_client_requests_total|process_(cpu_seconds_total|resident_memory_bytes|start_time_seconds)
{{- end }}
