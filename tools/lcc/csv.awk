# Makes lcc-table1.csv and lcc-table2.csv in `folder` of what `hou tables` prints: a title of 26
# columns, four values of 10, and a remark.
!NF { file = "" }
file {
    title = substr($0, 1, 26)
    remark = substr($0, 67)
    gsub(/^ +| +$/, "", title)
    gsub(/^ +| +$/, "", remark)
    split(substr($0, 27, 40), value)
    print title "," value[1] "," value[2] "," value[3] "," value[4] ",\"" remark "\"" >file
}
/^Table/ { file = folder "/lcc-table" substr($2, 1, 1) ".csv" }
