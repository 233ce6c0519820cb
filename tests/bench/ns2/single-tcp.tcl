# One long SACK flow over 100 Mb/s, 20 ms, 550 packets of DropTail. Prints: wall seconds of the run, segments that the sender sent.
set seconds [lindex $argv 0]
set ns [new Simulator]
Agent/TCP set window_ 10000
Agent/TCP set windowInit_ 2
Agent/TCP set minrto_ 0.2
foreach name {sender near far receiver} { set $name [$ns node] }
$ns duplex-link $sender $near 1000Mb 2ms DropTail
$ns duplex-link $near $far 100Mb 20ms DropTail
$ns duplex-link $far $receiver 1000Mb 2ms DropTail
foreach {from to} [list $sender $near $near $sender $far $receiver $receiver $far $far $near] {
  $ns queue-limit $from $to 100000
}
$ns queue-limit $near $far 550
set tcp [new Agent/TCP/Sack1]
set sink [new Agent/TCPSink/Sack1]
$ns attach-agent $sender $tcp
$ns attach-agent $receiver $sink
$ns connect $tcp $sink
set ftp [new Application/FTP]
$ftp attach-agent $tcp
$ns at 0 "$ftp start"
$ns at $seconds {
  puts "[expr ([clock clicks -milliseconds] - $began) / 1000.0] [$tcp set ndatapack_]"
  exit 0
}
set began [clock clicks -milliseconds]
$ns run
