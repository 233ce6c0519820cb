/** The small pictures and results of all presets. `npm run thumbnails` writes it (src/cli/thumbnails/thumbnail.ts). */
import type { ThumbnailTable } from './thumbnail-code.ts';

export const thumbnailTables: readonly ThumbnailTable[] = [
  {
    quantity: 'delay',
    unit: 'ms',
    pictures: `
opening 71 15.6 By1e3v6pv75bw4nn54616v6z606z6lu6hy3k2t5u4uv8x5u3 BlELVDLMKJRHLKNGNIOHKPNKOLFTHKJNHTDVIKMKISIMKKKM
single-tcp 69.7 35.7 YRvUfqz3Tgr0yUhs0tWjt2oYku3kZlw4gamw4ccny4Ydoy5U YTuXfqUFObTReMVNQeRTeHXHUgNWKSfRTOPcLUhMWHUgNVcK
two-rtts 73.5 42.4 YRqWouaq2huwm0mz1yy0y2437sNm2t2x30354wCLn0Zas2Uf YTqZoqRRmcTVaTThcRPWTYYYYQebdbQNPdVWQebWLhZaciGa
cbr-overload 96.6 97.1 Nm5687766787666877668776678766687766877667876668 Nm79__-99___999_--99__-99--796221346545677310022
md1 2.02 JLCdNLGI_KQDJHYHPISGILDQKITGGMKRDGDDVNGHHKIVNPIF
mm1k 36.9 HRUJELljOaUKPcKXJHKLGJBMJJLLDMPYeeQrHEUdTmmXIWKf
web-fetches 59.3 5.19 r1quoggimruutz6xu30767qqrxbgjllpuwu28sy53olpsuvs cKBEDEDDBEGEDDDFDDDDBDDDDDBDDHDDBEGEDDDFDDDDDFDE
flows-come-and-go 55.7 15.2 AhgVGSIPUPQORKRMSKUJSPPQPNNSOOJRMSRNKTLTOSLTPRMV Am50QABBBCBCDDEDCEDDJGEEFEFIHHFGGDIDHGGHFHIGEEMG
incast-dctcp 1.03 0.75 AAAAK100laeOgdOgdOgdOgdOgdOgdOgdOgdOgdOgdOgdOgdO XZMZcIVRFTSEVPcUGAFOGIJAHOBHMGHMCPZAINALLDIOCIKB
incast-reno 0.75 XZMZcIVRFTSEVPcUGAFOGIJAHOBHMGHMCPZAINALLDIOCIKB
zhao-5mb-thirdbwdp-stf0 26.1 16.1 CKlprySg1S2p0ZwtwnfxR1Xzbgzh2a2vxna1Oumg2uqS3Yzl CKopWjZMiZLWPqPQhcLlmRWmYMWVaiJTcNM0gKYuNKgViaLy
zhao-5mb-thirdbwdp-stf5 28.6 17 CLsrzwgr1zmusxxuxwp0vsQ2os0yT0zn1y0h1a2tzc4g1ivp CLspbMfobWqTJqTefaKqbSnOfShvZKnaSXcKh4LXqJUrOVPS
zhao-5mb-thirdbwdp-stf30 33.9 17.5 ALoitorxty1pyx2201132y23syv252Vpxp2zy10221504v1n ALrnZmRbovOLkyeZnnfUfqdtOVvMUbVRcvRLOvkLL1lMfYQP
zhao-5mb-thirdbwdp-stf0-onoff 22.9 14.1 CKlprySg1S2p0ZwtwnfxR1Xzbgzh2a2vxna1Oumg2uqS3Yzl CKopWjZMiZLWPqPQhcLlmRWmYMWVaiJTcNM0gKYuNKgViaLy
zhao-5mb-thirdbwdp-stf5-onoff 25.2 14.6 CLsrzwgr1zmusxxuxwp0vsQ2os0yT0zn1y0h1a2tzc4g1ivp CLspbMfobWqTJqTefaKqbSnOfShvZKnaSXcKh4LXqJUrOVPS
zhao-5mb-thirdbwdp-stf30-onoff 30.4 16.2 ALoitorxty1pyx2201132y23syv252Vpxp2zy10221504v1n ALrnZmRbovOLkyeZnnfUfqdtOVvMUbVRcvRLOvkLL1lMfYQP
zhao-5mb-1bwdp-stf0 103 39.3 BDouw0o8uz763nm33jp56pr56t2803716828356ot72ny7qd BDopDDQsdXHLOemaOScldYJDQgnVGHYmZFOdZPKOeZMRdeIK
zhao-5mb-1bwdp-stf5 108 42.2 BEtq0xu66803486382r384773ku84y688836wf08148zv48x BEtkQHRntVEISqpRHSgYWXQWZMHSbcbUHJShkWLMNZffjcLE
zhao-5mb-1bwdp-stf30 114 43.9 AEqlx118116eg5878877747886w175288137888508788776 AErjT1GRbvkFJbscctnKQTOiwKIVSeNHJbljNNHNSanfaKGP
zhao-5mb-1bwdp-stf0-onoff 90.2 34.8 BDouw0o8uz763nm33jp56pr56t2803716828356ot72ny7qd BDopDDQsdXHLOemaOScldYJDQgnVGHYmZFOdZPKOeZMRdeIK
zhao-5mb-1bwdp-stf5-onoff 97.9 36.2 BEtq0xu66803486382r384773ku84y688836wf08148zv48x BEtkQHRntVEISqpRHSgYWXQWZMHSbcbUHJShkWLMNZffjcLE
zhao-5mb-1bwdp-stf30-onoff 107 39.1 AEqlx118116eg5878877747886w175288137888508788776 AErjT1GRbvkFJbscctnKQTOiwKIVSeNHJbljNNHNSanfaKGP
zhao-5mb-3bwdp-stf0 318 93.7 ABS88ndt-7wmq07-9ytuy269-95ytuw048--8zokmpty269- ABS80LABDTwwdGDFHPWaXRPQOKJPUUQPNPQRQNNQUTSTOHIO
zhao-5mb-3bwdp-stf5 337 99.8 ABV78qm6-3y4998854679998768-983z023479--4zzz247- ABV80UBEQcifYNIILRWTTPPMLOUWVQLOORQVWTRRSPRUXYXX
zhao-5mb-3bwdp-stf30 341 102 ABU87gev98w19526-8799979973xtrptz2315---85538998 ABU8sLNMURVPNTdhebbbaaYWZUJEIRWZUNTPIMQUVUSUUUOJ
zhao-5mb-3bwdp-stf0-onoff 290 85.4 ABS88ndt-7wmq07-9ytuy269-95ytuw048--8zokmpty269- ABS80LABDTwwdGDFHPWaXRPQOKJPUUQPNPQRQNNQUTSTOHIO
zhao-5mb-3bwdp-stf5-onoff 308 89.4 ABV78qm6-3y4998854679998768-983z023479--4zzz247- ABV80UBEQcifYNIILRWTTPPMLOUWVQLOORQVWTRRSPRUXYXX
zhao-5mb-3bwdp-stf30-onoff 326 94.1 ABU87gev98w19526-8799979973xtrptz2315---85538998 ABU8sLNMURVPNTdhebbbaaYWZUJEIRWZUNTPIMQUVUSUUUOJ
zhao-35mb-thirdbwdp-stf0 38.5 13.5 BBBHmvm8r44773483486q28xt86rc185v74y280s58xn69zn BBBHlMCPnCEYhCDMpIKuJDTmHEOlQCPlRCOmOCOkTCJiaCHd
zhao-35mb-thirdbwdp-stf5 42.1 14.8 BBBIouU52445360788477666787778677685688788768736 BBBInMFJoGWkENuEJPuGGgeFMibGTlZFOjZHVkVGbiMDSmOE
zhao-35mb-thirdbwdp-stf30 44.8 17.5 ABBHsrN65s086777998988898999998889999-99-9-83778 ABBHqLGXjFZfDXjHZkVbibdhhegZjWmaakhWfidlhggTKWkN
zhao-35mb-thirdbwdp-stf0-onoff 32 11.4 BBBHmvm8r44773483486q28xt86rc185v74y280s58xn69zn BBBHlMCPnCEYhCDMpIKuJDTmHEOlQCPlRCOmOCOkTCJiaCHd
zhao-35mb-thirdbwdp-stf5-onoff 35.5 12.3 BBBIouU52445360788477666787778677685688788768736 BBBInMFJoGWkENuEJPuGGgeFMibGTlZFOjZHVkVGbiMDSmOE
zhao-35mb-thirdbwdp-stf30-onoff 41.5 14.7 ABBHsrN65s086777998988898999998889999-99-9-83778 ABBHqLGXjFZfDXjHZkVbibdhhegZjWmaakhWfidlhggTKWkN
zhao-35mb-1bwdp-stf0 111 34.9 BBBDU-0Xs96zx8-689988-8-9-799-98698649-999999998 BBBDUtGCCPsUFFmeFDJmgLBEWqRCEKWeaOJQZZTOOTYVQQVX
zhao-35mb-1bwdp-stf5 113 37.3 BBBDW-0Yx-8-7899-99999999--8999-99999-99-999899- BBBDWoFDGjiLOhgQFLfmSLXmbMEMafcVPQUTVWZWRPTVTSTS
zhao-35mb-1bwdp-stf30 115 39.7 AAADZ-xb670895--9-9----9--------------------8159 AAADYoEIJlcXWPeaVTWfhgffdeaYedegdfhfbfeelhdYRMPT
zhao-35mb-1bwdp-stf0-onoff 94.1 29.1 BBBDU-0Xs96zx8-689988-8-9-799-98698649-999999998 BBBDUtGCCPsUFFmeFDJmgLBEWqRCEKWeaOJQZZTOOTYVQQVX
zhao-35mb-1bwdp-stf5-onoff 100 31 BBBDW-0Yx-8-7899-99999999--8999-99999-99-999899- BBBDWoFDGjiLOhgQFLfmSLXmbMEMafcVPQUTVWZWRPTVTSTS
zhao-35mb-1bwdp-stf30-onoff 111 34.8 AAADZ-xb670895--9-9----9--------------------8159 AAADYoEIJlcXWPeaVTWfhgffdeaYedegdfhfbfeelhdYRMPT
zhao-35mb-3bwdp-stf0 325 88.2 AAABHh-_6tibeq5_-43yqnq2-_-97528-_951z1368-_--86 AAABHgsVDADXpgYTNIJSekdYSMKNPRSTSRQPPQQPPPQRSRPO
zhao-35mb-3bwdp-stf5 335 91.9 AAABHi-_8xojlt7__77789__-------9-8-----9989-_-99 AAABHhqUECMgjeaSOPRTXYXVSQRRRSRRSRSSSSSRRRRQPOPQ
zhao-35mb-3bwdp-stf30 348 95.6 AAABIj9_7sijrz7-_-799---9_-----_-------_-_-_--96 AAABIhoQEILYfdabYYVVYabcaZXWWYYWVVXZaZYZacddaWQN
zhao-35mb-3bwdp-stf0-onoff 286 78.7 AAABHh-_6tibeq5_-43yqnq2-_-97528-_951z1368-_--86 AAABHgsVDADXpgYTNIJSekdYSMKNPRSTSRQPPQQPPPQRSRPO
zhao-35mb-3bwdp-stf5-onoff 310 81.6 AAABHi-_8xojlt7__77789__-------9-8-----9989-_-99 AAABHhqUECMgjeaSOPRTXYXVSQRRRSRRSRSSSSSRRRRQPOPQ
zhao-35mb-3bwdp-stf30-onoff 336 86.5 AAABIj9_7sijrz7-_-799---9_-----_-------_-_-_--96 AAABIhoQEILYfdabYYVVYabcaZXWWYYWVVXZaZYZacddaWQN
zhao-100mb-thirdbwdp-stf0 40.5 11.7 BBCCBBCBDDYn98woiy985648201477698887799756898847 BBCCBBCBDDYgrFDEFDJIZogJDDGGTkkUEECEKbpgLDDDDKUj
zhao-100mb-thirdbwdp-stf5 40.5 14.1 BBCCBBCBDEau-9quo599667869798789984568-87387-979 BBCCBBCBDEalnHDIIPWhXXVNGLSjkeTQOMSdldQKFGNQgddc
zhao-100mb-thirdbwdp-stf30 40.7 14.8 AABBAABBDDXw-8oqly--91w8zx-9769--9699--989899999 AABBAABBDDWnqHDDHOTphSEEFTUiheZXVRYfffcXPLIMdjhc
zhao-100mb-thirdbwdp-stf0-onoff 31 9.35 BBCCBBCBDDYn98woiy985648201477698887799756898847 BBCCBBCBDDYgrFDEFDJIZogJDDGGTkkUEECEKbpgLDDDDKUj
zhao-100mb-thirdbwdp-stf5-onoff 33.1 10.8 BBCCBBCBDEau-9quo599667869798789984568-87387-979 BBCCBBCBDEalnHDIIPWhXXVNGLSjkeTQOMSdldQKFGNQgddc
zhao-100mb-thirdbwdp-stf30-onoff 37.7 12.4 AABBAABBDDXw-8oqly--91w8zx-9769--9699--989899999 AABBAABBDDWnqHDDHOTphSEEFTUiheZXVRYfffcXPLIMdjhc
zhao-100mb-1bwdp-stf0 121 36 AABBAABABBINn7_-7rfSLKXq9--953z00----9999--9-9-8 AABBAABABBINlukYLGBCCBGLdspbTNKILIKLVhoicUPJEBCE
zhao-100mb-1bwdp-stf5 121 38.3 AABBAABABBJQq9--6rqiebjw6---9999---------------- AABBAABABBJQnobTMKFCCBHPhpleYVSQNLHGISgqmeXSOLNO
zhao-100mb-1bwdp-stf30 122 39.2 AAAAAAAABBIQr9__6ldXVYr5_--799---_---879---9---- AAAAAAAABBIQnoYOKLHGIMQaiifaVTRRTVUXZZZYWUSRSUWW
zhao-100mb-1bwdp-stf0-onoff 102 30.6 AABBAABABBINn7_-7rfSLKXq9--953z00----9999--9-9-8 AABBAABABBINlukYLGBCCBGLdspbTNKILIKLVhoicUPJEBCE
zhao-100mb-1bwdp-stf5-onoff 107 32.5 AABBAABABBJQq9--6rqiebjw6---9999---------------- AABBAABABBJQnobTMKFCCBHPhpleYVSQNLHGISgqmeXSOLNO
zhao-100mb-1bwdp-stf30-onoff 118 35.2 AAAAAAAABBIQr9__6ldXVYr5_--799---_---879---9---- AAAAAAAABBIQnoYOKLHGIMQaiifaVTRRTVUXZZZYWUSRSUWW
zhao-100mb-3bwdp-stf0 341 90.7 AAAAAAAAAADENWjv7_____98852yupmkhfdddefilouz5-__ AAAAAAAAAADENVhnjdXQLGCABCHNWdjjhfecaaZWVTRQNMKJ
zhao-100mb-3bwdp-stf5 355 95.1 AAAAAAAAAADFOWjv5____983zvtpligfdeegilnqw25-____ AAAAAAAAAADFOWhnldWPLFBABCFJRXhlkifdcbaZYXVTQPNL
zhao-100mb-3bwdp-stf30 369 95.5 AAAAAAAAAADFOWju29___752xsokgefgikmpqsuwz148____ AAAAAAAAAADFOWhmiZRKGDEGJLNRUZdffecbZYXWVVTTSSTT
zhao-100mb-3bwdp-stf0-onoff 301 82.1 AAAAAAAAAADENWjv7_____98852yupmkhfdddefilouz5-__ AAAAAAAAAADENVhnjdXQLGCABCHNWdjjhfecaaZWVTRQNMKJ
zhao-100mb-3bwdp-stf5-onoff 328 84.8 AAAAAAAAAADFOWjv5____983zvtpligfdeegilnqw25-____ AAAAAAAAAADFOWhnldWPLFBABCFJRXhlkifdcbaZYXVTQPNL
zhao-100mb-3bwdp-stf30-onoff 359 88.7 AAAAAAAAAADFOWju29___752xsokgefgikmpqsuwz148____ AAAAAAAAAADFOWhmiZRKGDEGJLNRUZdffecbZYXWVVTTSSTT
`,
  },
  {
    quantity: 'ping round trip',
    unit: 'ms',
    pictures: `
upload-spoils-download 433 38.8 f56y048zwz4467666uv15451zwxxz41motxxzzyz02365vs1 SLCDDDECEEEEDDECDEDEDEEDDEDECEEEDCDEDCEEECDDECED
rrul 390 31.8 g875554yx2423776687tv4866788850587tsz3444672z571 SMCCCBCCDCCCCCCCBCCCCCCCCCCCCCDBCCBBCBCCCCCCCCCC
home-both-ways 761 38.8 Mbjsly4ouurKijt079tUEJd1q0ecaWYVnv15rnpigfiow0x4 HEEBBCCBCBDCCCBCBCCCCCBBCCBCDCCCCBCCCCCCCBCCCCCC
cable-40-to-1 469 31.1 AITdkrxyyzzzzzzzzzzzzzzz000001112233445567789-__ AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
home-bufferbloat 96 30.7 p4wptvwxy02468wsx15780ortvwxz13576ov04680ortvwxz bJDBDBCDBDCCDBDCBDBDCCDBCCBDCCDBDCCDBDCCDBDCCDBC
greedy-and-sparse 87.4 30.7 o43s11dpaVYblioxuz370trfqjunxsux4srtx28vjlnovyvx bJFEEFADCEAGBCDBCFADCEAIBCGBCDGBDCEBCDFBGBGGBDDB
sudden-load 339 30.7 Mdiijklmmnqtx27_2w37-9wu3-y19-0w0235679_-88_5x37 KCBBBBBBBBBBBBBBBBBBBBBBYICCCDDCCDDCCDDCDDCCCDCC
three-pies 46.4 49.9 48.1 MNDBBBBBBBEECCCEEBDCDCCDbJAAAABBCBCCCCCCCCEDCCDC MdaPEABBBBBBBBBBBBBBCBBDddLBAAAABBBBCCCCCCCCDCCC MdTDAAABBBBBBBCCDECDDDDDcUBAABAABABBCCDCCDCDDCCE
mobile-link 344 49.4 Z7179ulnpomnnotwy66-1u179--82wvswzzwwwspqqroprv6 WWBAAAAAABBDAADAEDAEAABBBACBBBBABBAAABAAABBAAACD
policed-downloads 33.2 99.7 APJBCADIAEBCBKCBBBBBCBBBCCDDBDCJCAKCCACBDBCACCBC Ah3z58v16555y48tty147yu1570247z63570632660733805
`,
  },
  {
    quantity: 'game round trip',
    unit: 'ms',
    pictures: `
family-evening 359 32.8 Mcnx3355556677998xsv1478-6wrtxx0z3104641olwxwyzz LOKDBBBCBBBCBCBBBBBBBBBCCBCCBBCBBBBBCBBCBBBCBBCB
`,
  },
  {
    quantity: 'ping after round trip',
    unit: 'ms',
    pictures: `
acks-take-places 178 588 Su582xz782urhhjkkkklmoru0685wx475vty134555777wpw Su6__866___2138________9yx6___-yvz3567789____204
`,
  },
  {
    quantity: 'video bitrate',
    unit: 'kbit/s',
    pictures: `
video-beside-download 1080 1730 q31pwy1373v3svt1vz471xz48zt16300vz370062xz47037y kSNFFFFGGGFGEJFFGFEHFFGGEHFFFGEHGFFFGFFGHFFFGGFF
`,
  },
  {
    quantity: 'share of quiet host',
    unit: '%',
    pictures: `
home-hosts 11.1 45.2 SraIGGGGGGFGGGGGGGGGGGGGGGGGGGGFGGGGGGGGGGGGGGGG DLFEEEDDDDDDDDDDDDDDDDDDDDDDDDDDEDDDDEEDDDDEDDDD
`,
  },
  {
    quantity: 'share of film',
    unit: '%',
    pictures: `
busy-evening 5.41 49.9 r-984-95898799898797987-9899879888-879-87--6-988 QfUGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGHGGGGGGGG
`,
  },
  {
    quantity: 'link busy',
    unit: '%',
    pictures: `
buffer-sizing 99.7 AADRAAADmFXlJOXmz1SjDCLfUImpmWpphtPevV1qtmvttvvk
`,
  },
  {
    quantity: 'share of Reno',
    unit: '%',
    pictures: `
cubic-reno-short 40.4 47.1 vy13yv6sy6o21r4wu5sv7z4r4xt6x4uw7qy7u6v5ux702u6x gJ3RJKJKKLKKLKMJNIKLJKJLJKJJKJKJKKJKJLLKKLMJJLKK
cubic-reno-long 22.8 46.3 Aj5mz7oSclt069qty27-xx39Vbmv49eYhpw38fRbjpuz369t Ak6UAABADEADDBGAFCBDEFBAACEBGCHBBCFBDFAAFCFBGBDD
l4s-beside-classic 37.7 12.2 ICDEEFDCDDEBCDCDDCCDDDCCCDDCEDDCCDFBCCBDDCBDECDD a-4_6XCCEEDFHJIJJKLMNPNKBDCCCCCCCCCCCCCCCFIKMOQP
`,
  },
  {
    quantity: 'share of CUBIC',
    unit: '%',
    pictures: `
bbr-cubic-shallow 4.68 48.1 oy2rtsntuvovsvn2urrxturqNxvtvswozulilsuwmnknjvon mKSPclFUPWxPiRZyIVONrVgTGjHWhZuVgQIgOahPkQajNiTR
bbr-cubic-deep 74.4 48.1 Mgv8999876445679-_ysx024579-_xsvwyz0012222233334 IECGGDDBCBCGCBBBCABCBDBCBBBADFCDBBBBECCDBCBDEBBB
bbr3-cubic 41.1 51.7 n4z16ym3ehr0U2157931lZhqpims065htcjs1Zr5783265RT fIBBNBCDYGELFNEBYEAHQBFRDHGEFQEBOCCCUEFHCOIDBPBE
lossy-long-path 7.19 8.49 Dw---t96ucNDGIMKRNLGIMOVEBFHJUTOCDFIROSOSRXPQPEF DmzHABADBBDBFFPRTNOGFIDFBEIKCGDGEGCBFCDBDADBCBJQ
`,
  },
  {
    quantity: 'share of BBRv1',
    unit: '%',
    pictures: `
bbr3-bbr1 85.1 53.7 kqq1442zz574h88444401z73M31184164363g57764535336 dHGFQEFJqaKfPtxTXKEGjdPNFUmWNSGFcdLGmMipPVMDGhgO
`,
  },
  {
    quantity: 'share of long path',
    unit: '%',
    pictures: `
rtt-unfairness 22.3 23.2 Fl4463W1n7qvc3xvn2n1rixrrxgroounsprh0ux10bwvvh2x EHHHJHHJFHJGGKGEJHKGHHJHGHHHIHJIFHJKIGHGFJHGHIHH
`,
  },
  {
    quantity: 'share of BBR',
    unit: '%',
    pictures: `
satellite-handover 49.6 52.4 mz77nuwyzzz00122346893rzfylv1tmw44wws--2vwz25787 evCMjkYUJFTQFOHFSOEKDITGBKCGLDIWIKRUcjhHEFKKOEFE
`,
  },
  {
    quantity: 'share of SACK',
    unit: '%',
    pictures: `
reordering-path 14.9 48.9 F98qny682nuz47ntvxw1367nv44ttuy22389pz7smty10158 Fw3iFDEABFABFDEEEDDCEEDEECEEEDEDDDDDDEDDEDDDDDDD
`,
  },
  {
    quantity: 'share of unpaced',
    unit: '%',
    pictures: `
shallow-buffer 34.4 50.1 GSiSURUgUVfWWbSYfadSbUWVQWUfSSYSdgUfeVWhgimWSghT Ggeqgimkiknnkokmikknmmqlmkqvkhmmltqfssrlomkrfppv
`,
  },
  {
    quantity: 'share of TCP',
    unit: '%',
    pictures: `
http3-beside-tcp 49.5 50.4 lqw145x50z6xx1481z6glry270y5entz48u16v34entz3721 iGDDGDDDDEDDDEDCDECCEDCEEECDEDCEEDDEEDCFECEEECDE
`,
  },
  {
    quantity: 'share of other',
    unit: '%',
    pictures: `
odd-sender 10.3 49.9 nz75512531yzwxrsz2yz4yzyXt23o155x031wyxuswp45574 moqmjonjrkmpkmqjjsklponmnPytstuvuttvuuvwvwusttwu
`,
  },
  {
    quantity: 'share of trains of ten',
    unit: '%',
    pictures: `
paced-trains 29.8 50.1 XBIRKXhYEWXYGITHRYGVFOSHGPERTISWRGbIUJJREVEWUDOJ JGOaQeTRedORWYRQdYUXaXSLVeWRTbYPVZZPaWeQWZVSUVaQ
`,
  },
  {
    quantity: 'video that can be shown',
    unit: '%',
    pictures: `
bm-lesson 54.1 86.1 Ogsu0wy0y11wxvus01zyvy10w1uzzyywxxxy321yz0x2yz0x Ogoliknsdskiopgfovfkiiwsntjgunloopejtuwqtilvpiii
bm-e1 99.2 89.6 GUPRbZIVUORXeNYNUTTNYFKRGXMNYNRNTMLbOONPXSMWOQPP GOPKPNISQNMSQKTMRRKMNFINGNLNSNJIPKKRJONIVSJUNLNN
bm-e2 72.9 60.4 LbbLneRkaSYfZUmSdgVacJUbNgTYiaUSgRUiOYZOndRiZVbX CQHGROJSLFQMOPMFRLJQHEIMGSNMWMIKMFJMEPMJVQESLJUL
bm-e3 99.2 89.6 GUPRbZIVUORXeNYNUTTNYFKRGXMNYNRNTMLbOONPXSMWOQPP GOPKPNISQNMSQKTMRRKMNFINGNLNSNJIPKKRJONIVSJUNLNN
bm-e4 100 100 FOgZnNeiWygrsbTTQ11piTamb_ze4YqVaYcelWnekidgdg2m FOgZnNfiWxgrsbSTQ21piSamb_ze4YqVaYcelWnekidgdg3m
bm-e5 84.9 77.1 HccRlZVcYYWidVjTZiSbaNaZSaSaWbWReTXiPZWPZWafRZSZ GRNKTNJPQPLUNKWGPQJPOHPQGSNOOSMLUJPQHUNIUQKQNMNS
bm-e6 56.1 64.7 SnnYxlgqgkkpngujjsdmjbjlelblhmjaliktcpkbtllremhh HZXRaXQXZTUcZTdOVcSaaNRWOWWRYXRSYQXYNaTTbWTgRSUW
bm-e7 100 13.9 bSVUUbSTZNbXRaRWWQaTVWPaSVXRdWRZQUVSbRUWUbRVXTbT MHJHJMHLJFOHILGLIGMHJIIMGMIHPIILGKIHMIJIJMFLIIOG
`,
  },
  {
    quantity: 'green delay',
    unit: 'ms',
    pictures: `
abe-voice 480 5.92 AAM497ujZMXlw27863pjimv12673vokox26880qjknsx6672 AAKz20qnqu10zwnoqsy1zsplklqyzyyqkikntxtollptvtun
abe-appendix-a 4250 2000 AAAnttz22yttrkkkkkk022222yttrkkkbbbTSSMJJFAAAAAA AAAnttz22yttrkkkkkkstttttokkibbbSSSKJJDAAAAAAAAA
abe-appendix-b 4250 2000 AAAnttz22yttrkkkkkk022222yttrkkkbbbTSSMJJFAAAAAA AAAntttttokkibbbbbbrtttttokkibbbSSSKJJDAAAAAAAAA
`,
  },
  {
    quantity: 'blue delay',
    unit: 'ms',
    pictures: `
abe-late-blue 500 1000 AAAAAAAAAAAAAQggggAAAAAAAAAggggQAAAAAAAAAAAAAAAA AAAAAAAAAAAAAQg___ggggggAQg___ggggggAAAAAAAAAAAA
`,
  },
  {
    quantity: 'blue goodput',
    unit: 'Mb/s',
    pictures: `
abe-100k-blue4 0.891 0.891 AAAAAAABEc7-4k86997nGCDEIOSZemu169zqkloquz066840 AAAAAAABEa58ye1xz1xUBDGPfwx010xffhhiorryy000wqcd
abe-100k-blue8 0.891 0.89 ABJp--tp8-9-7oTe597r18684vssv37683538582xqtw0868 ABJn77pp3232wUPr32qv121maXinty111ztuqrw11vrlopw0
abe-100k-blue16 0.892 0.893 BDa994qw-y057-7688164641449978853567865767655778 BDa65xhlzfev230x0xz0wujhmw2221zzxy2z110z1w0xzz0x
abe-200k-blue4 0.783 0.783 AAAAAAABFc8-3rt8yk472totru004786mjks336646xvoqtv AAAAAAABDb06yfjwhWlwzxYnsuvpZXWZcgkmqttwshkginot
abe-200k-blue8 0.785 0.785 ABLs--wnv3clw7-7yw4shnrz79770qqqw269886458697yuu ABJm14lYumJXgu21jgmusskikptrusstuutollpttuungiir
abe-200k-blue16 0.793 0.793 BEc992qy8uv8792747873x24-29598324527546869798747 BDZ42rgs0rervz0voruytsupursuttuuxwvwurruwwwxxttr
abe-500k-blue4 0.462 0.503 AABAAAADJi9-649-44wsmijlo02494767888630xttxw5475 AABAAAACEaruodoorYKGDIMOOPMMMMKEEHJJJJJGDHHIFDHI
abe-500k-blue8 0.48 0.514 BDRw-9z7794u898688586856577787766421026898887757 BBLjvuYekkWMZeaebabehhfaaXYYYVRTUXWUTPPPQQPMLMMN
abe-500k-blue16 0.516 0.536 CJj99627989888999686888697-772267988794899897-77 BEasuoZkifbXcigccedehecfbaaZZZZYYYZacdedfegefcbb
`,
  },
  {
    quantity: 'fairness among VCs',
    unit: '',
    pictures: `
goyal-r1 0.958 0.745 AKtqyx0jWSnv042vwtpdUMSVZfjnjigfghgghhffhhgffehi AKy4tx145vilx42vuy35vldcdhlpsx1451oijmpsuxz2452r
goyal-r2 0.958 0.745 AKtqyx0jWSnv042vwtpdUMSVZfjnjigfghgghhffhhgffehi AKy4tx145vilx42vuy35vldcdhlpsx1451oijmpsuxz2452r
goyal-r3 0.984 0.695 APwvy11xqjenrutrrsoifjiiikkiijihjkkjijjjjghkjihj AP23v451nny51omqw250rpsx1450posx154unnsx254vpqv0
goyal-r4 0.972 0.708 Ahuuutq1spturpndikklilkjhmlkkjkkmjkjkkkkkjklkigk Akwz221vvyr0tzwxws0ozs2n1o1oyqzvvwqxr1k1n1pzoztu
goyal-r5 0.972 0.701 Ahuvtntlmmjkljhjhllljiklnojljmkknklmjljmnolmjjlk Akzvptwrwxzyqssvvhovvknrtogqvumwttrmpstkqswpnpsq
goyal-r6 0.98 0.708 Aitx0yt1ttzwqlmfmjjlklkkjjmjlilmkmkmnjmlnmikmkjl Akwz221vvyr0tzwxws0ozs2n1o1oyqzvvwqxr1k1n1pzoztu
goyal-r7 0.985 0.708 Aiv202my2y31qnmninmplnlnokmnplmlpnkpmploonmnpmlm Akwz221vvyr0tzwxws0ozs2n1o1oyqzvvwqxr1k1n1pzoztu
goyal-geo 0.811 0.769 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
hu-fig7 0.952 0.998 BDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD DTWcmtuuwusqsvvskfdbZZaekpuxwwvrkijknquxyzzzzzz0
hu-fig8 0.995 0.994 BBDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD DTWcmtuuwuwxwvnhgjmprttuwwxzzywogfhkptwwsrtvxyyy
hu-fig9 0.952 1 FLLMMMMLMMMMLMLMLMLLMMMMMLMLMMMLMMLMLLMLMLMLMMMM LUlncdedvpqifjvy00vrretmtxvzwwtwqvvrwusttuxsvyyw
hu-fig10 0.995 1 FGMMMMMMMMMMMMMLMMMLMMMMMMMMMMNMMMMMMLMMLMMMMMMN MWlocgnfxoofafnvy0olmpuwyyusmwupuxtunyz0xuwvrvxw
hu-fig11 0.933 0.999 JWWYXZXXZYYXXYWXXXXWXYYZXXYXXXXXYYWXXXXXYXYXXXXY PPrnuvsp0zqvwvzwtzwrpqrwstwxtvwuuutrsutvsvwtwuvv
hu-fig12 0.994 1 JMXZXYXYZYXYXXXXXYYYXYZYXXYYXXYXWYXXYXYXXXYXXYZZ QQootyjqqksvvsmvpxrywwy0lktuwuvxsxvvvvtxvvxwwttu
hu-rtt-identical 0.952 1 FLLMMMMLMMMMLMLMLMLLMMMMMLMLMMMLMMLMLLMLMLMLMMMM LUlncdedvpqifjvy00vrretmtxvzwwtwqvvrwusttuxsvyyw
hu-rtt-different 0.946 1 FJKMMMLMMMLMLLMLLMLLMMLMMMMMLMLMLMMMMMMMMMMMMMML LUmodedguctllwwvwmotspuyzuwwyyxyy0vywzwwyzxwsyst
`,
  },
];
