# Prints the fields of a YAML file: path, tab, number of the line. Lists add nothing to a path. With -v crd=1 the file is a
# CustomResourceDefinition, and the fields are those of its schema.
function emit(path,    part, count, i, result) {
  if (!crd) { print path "\t" FNR; return }
  if (!match(path, /\.openAPIV3Schema\./)) return
  count = split(substr(path, RSTART + RLENGTH), part, ".")
  for (i = 1; i <= count; i++) {
    if (part[i] == "properties" && i < count) result = result (result == "" ? "" : ".") part[++i]
    else if (part[i] == "additionalProperties") result = result ".*"
    else if (part[i] != "items") return
  }
  if (part[count] != "items") print result "\t" FNR
}

# A map or a list in braces or brackets.
function flow(text, base,    depth, parent, token) {
  parent[0] = base
  while (text != "") {
    if (match(text, /^("[^"]*"|[A-Za-z0-9_*.\/-]+)/)) {
      token = substr(text, 1, RLENGTH)
      text = substr(text, RLENGTH + 1)
      if (text ~ /^:/) { gsub(/"/, "", token); base = parent[depth] "." token; emit(base) }
      continue
    }
    token = substr(text, 1, 1)
    text = substr(text, 2)
    if (token == "{" || token == "[") parent[++depth] = base
    else if (token == "}" || token == "]") base = parent[depth--]
    else if (token == ",") base = parent[depth]
  }
}

/^[ ]*(#|$)/ || /^---/ { next }
{
  match($0, /^ */); indent = RLENGTH
  if (below != "" && indent > below) next
  below = ""
  line = substr($0, indent + 1)
  while (line ~ /^- /) {
    while (level && column[level] > indent) level--
    match(line, /^- +/); indent += RLENGTH
    line = substr(line, RLENGTH + 1)
    item = 1
  }
  if (!item || line !~ /^-/) while (level && column[level] >= indent) level--
  item = 0
  if (!match(line, /^("[^"]*"|[^ "'#{\[:][^:]*):( |$)/)) { below = indent; if (line ~ /^[{\[]/) flow(line, level ? name[level] : ""); next }
  key = line; sub(/:.*/, "", key); gsub(/"/, "", key)
  value = line; sub(/^("[^"]*"|[^:]*): */, "", value)
  column[++level] = indent
  name[level] = (level > 1 ? name[level - 1] "." : "") key
  emit(name[level])
  if (value ~ /^[{\[]/) { flow(value, name[level]); below = indent }
  else if (value != "" && value !~ /^[&#]/) below = indent
}
