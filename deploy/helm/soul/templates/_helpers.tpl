{{- define "soul.labels" -}}
app.kubernetes.io/name: soul
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
