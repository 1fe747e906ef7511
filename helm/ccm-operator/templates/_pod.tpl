{{- /* The operator's image: by digest where there is one, else by tag. */}}
{{- define "image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- /* Not empty where the control plane has no nodes in the cluster, on Kubernetes. */}}
{{- define "noControlPlaneNodes" -}}
{{- if and (not (include "openshift" .)) (eq "External" (dig "controlPlaneTopology" "" (.Values.ccm.cluster | default dict))) }}true{{ end }}
{{- end }}

{{- /* Selects nodes by labels that have one value everywhere: the role on OpenShift, Linux where the control plane has no nodes. */}}
{{- define "nodeSelector" -}}
{{- if .Values.nodeSelector -}}
{{ toYaml .Values.nodeSelector }}
{{- else if include "openshift" . -}}
node-role.kubernetes.io/master: ""
{{- else if include "noControlPlaneNodes" . -}}
kubernetes.io/os: linux
{{- end }}
{{- end }}

{{- /* On Kubernetes the role of the control plane, whatever the value of its label: kubeadm's is empty, that of k3s is true. */}}
{{- define "affinity" -}}
{{- $affinity := deepCopy .Values.affinity }}
{{- if not (or (include "openshift" .) (include "noControlPlaneNodes" .) .Values.nodeSelector (hasKey $affinity "nodeAffinity")) }}
{{- $role := dict "key" "node-role.kubernetes.io/control-plane" "operator" "Exists" }}
{{- $terms := list (dict "matchExpressions" (list $role)) }}
{{- $required := dict "requiredDuringSchedulingIgnoredDuringExecution" (dict "nodeSelectorTerms" $terms) }}
{{- $_ := set $affinity "nodeAffinity" $required }}
{{- end }}
{{- with $affinity }}{{ toYaml . }}{{ end }}
{{- end }}

{{- /* Of the operator's pod, and of the pod that tests it beside it. */}}
{{- define "tolerations" -}}
{{- if not (include "openshift" .) -}}
- key: node-role.kubernetes.io/control-plane
  operator: Exists
  effect: NoSchedule
{{ end -}}
- key: node-role.kubernetes.io/master
  operator: Exists
  effect: NoSchedule
- key: node.kubernetes.io/unreachable
  operator: Exists
  effect: NoExecute
  tolerationSeconds: 120
- key: node.kubernetes.io/not-ready
  operator: Exists
  effect: NoExecute
  tolerationSeconds: 120
# No node is ever initialized unless the operator runs first.
- key: node.cloudprovider.kubernetes.io/uninitialized
  operator: Exists
  effect: NoSchedule
- key: node.kubernetes.io/not-ready
  operator: Exists
  effect: NoSchedule
{{- if not (include "openshift" .) }}
# Routes of nodes may be made by the cloud controller manager, which the operator configures.
- key: node.kubernetes.io/network-unavailable
  operator: Exists
  effect: NoSchedule
# Dedicated servers of k3s and RKE2 have this taint.
- key: CriticalAddonsOnly
  operator: Exists
{{- end }}
{{- with .Values.tolerations }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* What the operator's pod and the pods that clean up after it have in common. */}}
{{- define "podSpec" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
priorityClassName: {{ .Values.priorityClassName }}
hostNetwork: true
securityContext:
  {{- include "podSecurityContext" . | nindent 2 }}
{{- with include "nodeSelector" . }}
nodeSelector:
  {{- . | nindent 2 }}
{{- end }}
{{- with include "affinity" . }}
affinity:
  {{- . | nindent 2 }}
{{- end }}
tolerations:
  {{- include "tolerations" . | nindent 2 }}
{{- end }}

{{- /* On Kubernetes by number, as cloud controller managers: an image of another name need not say its user. On OpenShift it is that of the image. */}}
{{- define "podSecurityContext" -}}
runAsNonRoot: true
{{- if not (include "openshift" .) }}
runAsUser: 65532
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end }}

{{- /* On OpenShift the placeholder means the release of the cluster; on Kubernetes the operator's own version is the release. */}}
{{- define "releaseVersion" -}}
{{- if or (include "openshift" .) (ne .Values.releaseVersion "0.0.1-snapshot") }}{{ .Values.releaseVersion }}{{ else }}{{ .Chart.AppVersion }}{{ end }}
{{- end }}
