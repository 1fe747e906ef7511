# Prints the flags that Go files define by calls of the package flag or pflag: file, tab, name. A name in a
# constant is not found, and one of one letter is a shorthand.
function call(text,    name) {
  while (match(text, /\.(String|Bool|Int|Uint|Float|Duration|IP|Count|Text|Func|Var)[A-Za-z0-9]*\([^"()]*(\([^()]*\))?[^"()]*"[a-zA-Z][a-zA-Z0-9_.-]*"/)) {
    name = substr(text, RSTART, RLENGTH - 1)
    text = substr(text, RSTART + RLENGTH)
    sub(/.*"/, "", name)
    if (length(name) > 1) print FILENAME "\t" name
  }
}
FNR == 1 { begun = "" }
{ sub(/\/\/.*/, "") }
begun != "" { $0 = begun $0; begun = "" }
/\.[A-Za-z0-9]*(Var|VarP)\([^"]*$/ && length($0) < 1000 { begun = $0; next }
{ call($0) }
