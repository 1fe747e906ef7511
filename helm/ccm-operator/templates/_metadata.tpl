{{- /* Of every object of the release. */}}
{{- define "labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | replace "+" "_" | trunc 63 | trimSuffix "-" | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "podLabels" . }}
{{- end }}

{{- /* Of pods, too: labels that an upgrade does not change. */}}
{{- define "podLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/part-of: cloud-controller-manager
{{- end }}

{{- /* Annotations of what cloud controller managers run with. On OpenShift the release takes it over from the Cluster Version
       Operator: where it went with the release, the cloud controller managers would stop working, or go, with their credentials. */}}
{{- define "kept" -}}
{{- if include "openshift" . -}}
annotations:
  helm.sh/resource-policy: keep
{{- end }}
{{- end }}

{{- /* Annotations of what runs after the release is uninstalled, in the order of their weights. */}}
{{- define "afterwards" -}}
helm.sh/hook: post-delete
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}
