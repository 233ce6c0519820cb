# Zhao & Reddy at 35 Mb/s: 55 long and 1300 short SACK flows, 10 constant-rate ones, RED in 500 packets.
# Prints: wall seconds of the run, segments that the TCP senders sent.
set seconds [lindex $argv 0]
set ns [new Simulator]
set random [new RNG]
$random seed 1
foreach {name value} {window_ 10000 windowInit_ 2 minrto_ 0.2 tcpTick_ 0.01 overhead_ 0} { Agent/TCP set $name $value }
foreach {name value} {
  bytes_ false queue_in_bytes_ false mean_pktsize_ 1000 q_weight_ 0.002 linterm_ 10 gentle_ true wait_ true
} { Queue/RED set $name $value }
Queue/RED set thresh_ [expr 500 / 6.0]
Queue/RED set maxthresh_ [expr 500 / 2.0]
set near [$ns node]
set far [$ns node]
$ns simplex-link $near $far 35Mb 50ms RED
$ns simplex-link $far $near 35Mb 50ms DropTail
$ns queue-limit $near $far 500
$ns queue-limit $far $near 100000
# Flows of a class share up to twenty pairs of access nodes: routing tables grow with the square of the nodes.
proc pairs {count} {
  global ns near far
  set made {}
  for {set i 0} {$i < min($count, 20)} {incr i} {
    set source [$ns node]
    set target [$ns node]
    $ns duplex-link $source $near 350Mb 5ms DropTail
    $ns duplex-link $far $target 350Mb 5ms DropTail
    foreach {from to} [list $source $near $near $source $far $target $target $far] { $ns queue-limit $from $to 100000 }
    lappend made [list $source $target]
  }
  return $made
}
proc connected {pairs i source sink} {
  global ns
  foreach {from to} [lindex $pairs [expr $i % [llength $pairs]]] {}
  $ns attach-agent $from $source
  $ns attach-agent $to $sink
  $ns connect $source $sink
}
set senders {}
set places [pairs 55]
for {set i 0} {$i < 55} {incr i} {
  set tcp [new Agent/TCP/Sack1]
  lappend senders $tcp
  connected $places $i $tcp [new Agent/TCPSink/Sack1]
  set ftp [new Application/FTP]
  $ftp attach-agent $tcp
  $ns at [$random uniform 0 5] "$ftp start"
}
Agent/TCP instproc done {} {
  global ns random short
  if {[info exists short($self)]} { $ns at [expr [$ns now] + [$random exponential 10]] "$self advanceby 10" }
}
set places [pairs 1300]
for {set i 0} {$i < 1300} {incr i} {
  set tcp [new Agent/TCP/Sack1]
  lappend senders $tcp
  connected $places $i $tcp [new Agent/TCPSink/Sack1]
  set short($tcp) 1
  $ns at [$random uniform 0 10] "$tcp advanceby 10"
}
set places [pairs 10]
for {set i 0} {$i < 10} {incr i} {
  set udp [new Agent/UDP]
  connected $places $i $udp [new Agent/Null]
  set cbr [new Application/Traffic/CBR]
  $cbr set packetSize_ 1000
  $cbr set rate_ 1Mb
  $cbr attach-agent $udp
  $ns at [$random uniform 0 1] "$cbr start"
}
$ns at $seconds {
  set wall [expr ([clock clicks -milliseconds] - $began) / 1000.0]
  set sent 0
  foreach tcp $senders { incr sent [$tcp set ndatapack_] }
  puts "$wall $sent"
  exit 0
}
set began [clock clicks -milliseconds]
$ns run
