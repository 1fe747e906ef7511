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
