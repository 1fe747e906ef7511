{{- /* OpenShift or Kubernetes. */}}
{{- define "distribution" -}}
{{- if ne .Values.distribution "auto" }}{{ .Values.distribution }}
{{- else if .Values.crds.install }}Kubernetes
{{- else }}OpenShift
{{- end }}
{{- end }}

{{- /* "true" on OpenShift, else nothing. */}}
{{- define "openshift" -}}
{{- if eq (include "distribution" .) "OpenShift" }}true{{ end }}
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

{{- /* The keys of images.json that a platform needs, separated by blanks; none where they are not known here. A test compares them
       with the providers. */}}
{{- define "imageKeys" -}}
{{- $keys := dict
  "AWS" "cloudControllerManagerAWS"
  "AlibabaCloud" "cloudControllerManagerAlibaba"
  "Azure" "cloudControllerManagerAzure cloudNodeManagerAzure"
  "GCP" "cloudControllerManagerGCP"
  "IBMCloud" "cloudControllerManagerIBM"
  "Nutanix" "cloudControllerManagerNutanix"
  "OpenStack" "cloudControllerManagerOpenStack"
  "PowerVS" "cloudControllerManagerPowerVS"
  "VSphere" "cloudControllerManagerVSphere" }}
{{- if eq (dig "external" "platformName" "" .Values.platformSpec) "digitalocean" }}
{{- $_ := set $keys "External" "cloudControllerManagerDigitalOcean" }}
{{- end }}
{{- get $keys .Values.platform }}
{{- end }}

{{- /* The Secret with the token that Prometheus shows; none where it shows that of its own service account. */}}
{{- define "metricsCredentials" -}}
{{- if .Values.metrics.credentialsSecret }}{{ .Values.metrics.credentialsSecret }}
{{- else if not (include "openshift" .) }}cloud-controller-manager-operator-metrics
{{- end }}
{{- end }}

{{- /* Names of the series of cloud controller managers and node managers that are kept. */}}
{{- define "controllerSeries" -}}
(cloudprovider|arm_request|openstack_api|service_controller|node_controller|workqueue)_.+|leader_election_master_status|rest_client_requests_total|process_(cpu_seconds_total|resident_memory_bytes|start_time_seconds)
{{- end }}
