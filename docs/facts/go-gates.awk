# Prints the feature gates of tables of the package featuregate in Go files: file, tab, name, tab, stage, tab, default. Of a gate with several
# entries the last one counts, that of the newest version.
FNR == 1 { gate = "" }
/^[ \t]*\/\// { next }
# The name differs from that of the constant now and then.
/featuregate\.Feature[ \t]*=[ \t]*"/ {
  split($0, quoted, "\"")
  value[$1] = quoted[2]
  next
}
/^[ \t]*([a-zA-Z0-9]+\.)?[A-Za-z0-9]+:[ \t]*\{/ {
  gate = $0
  sub(/:.*/, "", gate)
  gsub(/.*\.|[ \t]/, "", gate)
  alone = /PreRelease:/
}
gate != "" && /PreRelease:/ {
  preset = stage = $0
  sub(/.*Default:[ \t]*/, "", preset); sub(/[^a-z].*/, "", preset)
  sub(/.*PreRelease:[ \t]*([a-zA-Z]*\.)?/, "", stage); sub(/[^A-Za-z].*/, "", stage)
  last[FILENAME "\t" gate] = toupper(stage) "\t" preset
  if (alone) gate = ""
}
/^[ \t]*\}/ { gate = "" }
END {
  for (entry in last) {
    split(entry, part, "\t")
    print part[1] "\t" (part[2] in value ? value[part[2]] : part[2]) "\t" last[entry]
  }
}
