/** The small pictures and results of all presets. `npm run thumbnails` writes it (src/cli/thumbnails/thumbnail.ts). */
import type { ThumbnailTable } from './thumbnail-code.ts';
export const thumbnailTables: readonly ThumbnailTable[] = [
  {
    quantity: 'delay',
    unit: 'ms',
    presets: {
      opening: {
        curves: 'By1e3v6pv75bw4nn54616v6z606z6lu6hy3k2t5u4uv8x5u3 BlELVDLMKJRHLKNGNIOHKPNKOLFTHKJNHTDVIKMKISIMKKKM',
        values: [71, 15.6],
      },
      'single-tcp': {
        curves: 'YRvUfqz3Tgr0yUhs0tWjt2oYku3kZlw4gamw4ccny4Ydoy5U YTuXfqUFObTReMVNQeRTeHXHUgNWKSfRTOPcLUhMWHUgNVcK',
        values: [69.7, 35.7],
      },
      'two-rtts': {
        curves: 'YRqWouaq2huwm0mz1yy0y2437sNm2t2x30354wCLn0Zas2Uf YTqZoqRRmcTVaTThcRPWTYYYYQebdbQNPdVWQebWLhZaciGa',
        values: [73.5, 42.4],
      },
      'cbr-overload': {
        curves: 'Nm5687766787666877668776678766687766877667876668 Nm79__-99___999_--99__-99--796221346545677310022',
        values: [96.6, 97.1],
      },
      md1: { curves: 'JLCdNLGI_KQDJHYHPISGILDQKITGGMKRDGDDVNGHHKIVNPIF', values: [2.02] },
      mm1k: { curves: 'HRUJELljOaUKPcKXJHKLGJBMJJLLDMPYeeQrHEUdTmmXIWKf', values: [36.9] },
      'web-fetches': {
        curves: 'r1quoggimruutz6xu30767qqrxbgjllpuwu28sy53olpsuvs cKBEDEDDBEGEDDDFDDDDBDDDDDBDDHDDBEGEDDDFDDDDDFDE',
        values: [59.3, 5.19],
      },
      'flows-come-and-go': {
        curves: 'AhgVGSIPUPQORKRMSKUJSPPQPNNSOOJRMSRNKTLTOSLTPRMV Am50QABBBCBCDDEDCEDDJGEEFEFIHHFGGDIDHGGHFHIGEEMG',
        values: [55.7, 15.2],
      },
      'incast-dctcp': {
        curves: 'AAAAK100laeOgdOgdOgdOgdOgdOgdOgdOgdOgdOgdOgdOgdO XZMZcIVRFTSEVPcUGAFOGIJAHOBHMGHMCPZAINALLDIOCIKB',
        values: [1.03, 0.75],
      },
      'incast-reno': { curves: 'XZMZcIVRFTSEVPcUGAFOGIJAHOBHMGHMCPZAINALLDIOCIKB', values: [0.75] },
      'zhao-5mb-thirdbwdp-stf0': {
        curves: 'CKlprySg1S2p0ZwtwnfxR1Xzbgzh2a2vxna1Oumg2uqS3Yzl CKopWjZMiZLWPqPQhcLlmRWmYMWVaiJTcNM0gKYuNKgViaLy',
        values: [26.1, 16.1],
      },
      'zhao-5mb-thirdbwdp-stf5': {
        curves: 'CLsrzwgr1zmusxxuxwp0vsQ2os0yT0zn1y0h1a2tzc4g1ivp CLspbMfobWqTJqTefaKqbSnOfShvZKnaSXcKh4LXqJUrOVPS',
        values: [28.6, 17],
      },
      'zhao-5mb-thirdbwdp-stf30': {
        curves: 'ALoitorxty1pyx2201132y23syv252Vpxp2zy10221504v1n ALrnZmRbovOLkyeZnnfUfqdtOVvMUbVRcvRLOvkLL1lMfYQP',
        values: [33.9, 17.5],
      },
      'zhao-5mb-thirdbwdp-stf0-onoff': {
        curves: 'CKlprySg1S2p0ZwtwnfxR1Xzbgzh2a2vxna1Oumg2uqS3Yzl CKopWjZMiZLWPqPQhcLlmRWmYMWVaiJTcNM0gKYuNKgViaLy',
        values: [22.9, 14.1],
      },
      'zhao-5mb-thirdbwdp-stf5-onoff': {
        curves: 'CLsrzwgr1zmusxxuxwp0vsQ2os0yT0zn1y0h1a2tzc4g1ivp CLspbMfobWqTJqTefaKqbSnOfShvZKnaSXcKh4LXqJUrOVPS',
        values: [25.2, 14.6],
      },
      'zhao-5mb-thirdbwdp-stf30-onoff': {
        curves: 'ALoitorxty1pyx2201132y23syv252Vpxp2zy10221504v1n ALrnZmRbovOLkyeZnnfUfqdtOVvMUbVRcvRLOvkLL1lMfYQP',
        values: [30.4, 16.2],
      },
      'zhao-5mb-1bwdp-stf0': {
        curves: 'BDouw0o8uz763nm33jp56pr56t2803716828356ot72ny7qd BDopDDQsdXHLOemaOScldYJDQgnVGHYmZFOdZPKOeZMRdeIK',
        values: [103, 39.3],
      },
      'zhao-5mb-1bwdp-stf5': {
        curves: 'BEtq0xu66803486382r384773ku84y688836wf08148zv48x BEtkQHRntVEISqpRHSgYWXQWZMHSbcbUHJShkWLMNZffjcLE',
        values: [108, 42.2],
      },
      'zhao-5mb-1bwdp-stf30': {
        curves: 'AEqlx118116eg5878877747886w175288137888508788776 AErjT1GRbvkFJbscctnKQTOiwKIVSeNHJbljNNHNSanfaKGP',
        values: [114, 43.9],
      },
      'zhao-5mb-1bwdp-stf0-onoff': {
        curves: 'BDouw0o8uz763nm33jp56pr56t2803716828356ot72ny7qd BDopDDQsdXHLOemaOScldYJDQgnVGHYmZFOdZPKOeZMRdeIK',
        values: [90.2, 34.8],
      },
      'zhao-5mb-1bwdp-stf5-onoff': {
        curves: 'BEtq0xu66803486382r384773ku84y688836wf08148zv48x BEtkQHRntVEISqpRHSgYWXQWZMHSbcbUHJShkWLMNZffjcLE',
        values: [97.9, 36.2],
      },
      'zhao-5mb-1bwdp-stf30-onoff': {
        curves: 'AEqlx118116eg5878877747886w175288137888508788776 AErjT1GRbvkFJbscctnKQTOiwKIVSeNHJbljNNHNSanfaKGP',
        values: [107, 39.1],
      },
      'zhao-5mb-3bwdp-stf0': {
        curves: 'ABS88ndt-7wmq07-9ytuy269-95ytuw048--8zokmpty269- ABS80LABDTwwdGDFHPWaXRPQOKJPUUQPNPQRQNNQUTSTOHIO',
        values: [318, 93.7],
      },
      'zhao-5mb-3bwdp-stf5': {
        curves: 'ABV78qm6-3y4998854679998768-983z023479--4zzz247- ABV80UBEQcifYNIILRWTTPPMLOUWVQLOORQVWTRRSPRUXYXX',
        values: [337, 99.8],
      },
      'zhao-5mb-3bwdp-stf30': {
        curves: 'ABU87gev98w19526-8799979973xtrptz2315---85538998 ABU8sLNMURVPNTdhebbbaaYWZUJEIRWZUNTPIMQUVUSUUUOJ',
        values: [341, 102],
      },
      'zhao-5mb-3bwdp-stf0-onoff': {
        curves: 'ABS88ndt-7wmq07-9ytuy269-95ytuw048--8zokmpty269- ABS80LABDTwwdGDFHPWaXRPQOKJPUUQPNPQRQNNQUTSTOHIO',
        values: [290, 85.4],
      },
      'zhao-5mb-3bwdp-stf5-onoff': {
        curves: 'ABV78qm6-3y4998854679998768-983z023479--4zzz247- ABV80UBEQcifYNIILRWTTPPMLOUWVQLOORQVWTRRSPRUXYXX',
        values: [308, 89.4],
      },
      'zhao-5mb-3bwdp-stf30-onoff': {
        curves: 'ABU87gev98w19526-8799979973xtrptz2315---85538998 ABU8sLNMURVPNTdhebbbaaYWZUJEIRWZUNTPIMQUVUSUUUOJ',
        values: [326, 94.1],
      },
      'zhao-35mb-thirdbwdp-stf0': {
        curves: 'BBBHmvm8r44773483486q28xt86rc185v74y280s58xn69zn BBBHlMCPnCEYhCDMpIKuJDTmHEOlQCPlRCOmOCOkTCJiaCHd',
        values: [38.5, 13.5],
      },
      'zhao-35mb-thirdbwdp-stf5': {
        curves: 'BBBIouU52445360788477666787778677685688788768736 BBBInMFJoGWkENuEJPuGGgeFMibGTlZFOjZHVkVGbiMDSmOE',
        values: [42.1, 14.8],
      },
      'zhao-35mb-thirdbwdp-stf30': {
        curves: 'ABBHsrN65s086777998988898999998889999-99-9-83778 ABBHqLGXjFZfDXjHZkVbibdhhegZjWmaakhWfidlhggTKWkN',
        values: [44.8, 17.5],
      },
      'zhao-35mb-thirdbwdp-stf0-onoff': {
        curves: 'BBBHmvm8r44773483486q28xt86rc185v74y280s58xn69zn BBBHlMCPnCEYhCDMpIKuJDTmHEOlQCPlRCOmOCOkTCJiaCHd',
        values: [32, 11.4],
      },
      'zhao-35mb-thirdbwdp-stf5-onoff': {
        curves: 'BBBIouU52445360788477666787778677685688788768736 BBBInMFJoGWkENuEJPuGGgeFMibGTlZFOjZHVkVGbiMDSmOE',
        values: [35.5, 12.3],
      },
      'zhao-35mb-thirdbwdp-stf30-onoff': {
        curves: 'ABBHsrN65s086777998988898999998889999-99-9-83778 ABBHqLGXjFZfDXjHZkVbibdhhegZjWmaakhWfidlhggTKWkN',
        values: [41.5, 14.7],
      },
      'zhao-35mb-1bwdp-stf0': {
        curves: 'BBBDU-0Xs96zx8-689988-8-9-799-98698649-999999998 BBBDUtGCCPsUFFmeFDJmgLBEWqRCEKWeaOJQZZTOOTYVQQVX',
        values: [111, 34.9],
      },
      'zhao-35mb-1bwdp-stf5': {
        curves: 'BBBDW-0Yx-8-7899-99999999--8999-99999-99-999899- BBBDWoFDGjiLOhgQFLfmSLXmbMEMafcVPQUTVWZWRPTVTSTS',
        values: [113, 37.3],
      },
      'zhao-35mb-1bwdp-stf30': {
        curves: 'AAADZ-xb670895--9-9----9--------------------8159 AAADYoEIJlcXWPeaVTWfhgffdeaYedegdfhfbfeelhdYRMPT',
        values: [115, 39.7],
      },
      'zhao-35mb-1bwdp-stf0-onoff': {
        curves: 'BBBDU-0Xs96zx8-689988-8-9-799-98698649-999999998 BBBDUtGCCPsUFFmeFDJmgLBEWqRCEKWeaOJQZZTOOTYVQQVX',
        values: [94.1, 29.1],
      },
      'zhao-35mb-1bwdp-stf5-onoff': {
        curves: 'BBBDW-0Yx-8-7899-99999999--8999-99999-99-999899- BBBDWoFDGjiLOhgQFLfmSLXmbMEMafcVPQUTVWZWRPTVTSTS',
        values: [100, 31],
      },
      'zhao-35mb-1bwdp-stf30-onoff': {
        curves: 'AAADZ-xb670895--9-9----9--------------------8159 AAADYoEIJlcXWPeaVTWfhgffdeaYedegdfhfbfeelhdYRMPT',
        values: [111, 34.8],
      },
      'zhao-35mb-3bwdp-stf0': {
        curves: 'AAABHh-_6tibeq5_-43yqnq2-_-97528-_951z1368-_--86 AAABHgsVDADXpgYTNIJSekdYSMKNPRSTSRQPPQQPPPQRSRPO',
        values: [325, 88.2],
      },
      'zhao-35mb-3bwdp-stf5': {
        curves: 'AAABHi-_8xojlt7__77789__-------9-8-----9989-_-99 AAABHhqUECMgjeaSOPRTXYXVSQRRRSRRSRSSSSSRRRRQPOPQ',
        values: [335, 91.9],
      },
      'zhao-35mb-3bwdp-stf30': {
        curves: 'AAABIj9_7sijrz7-_-799---9_-----_-------_-_-_--96 AAABIhoQEILYfdabYYVVYabcaZXWWYYWVVXZaZYZacddaWQN',
        values: [348, 95.6],
      },
      'zhao-35mb-3bwdp-stf0-onoff': {
        curves: 'AAABHh-_6tibeq5_-43yqnq2-_-97528-_951z1368-_--86 AAABHgsVDADXpgYTNIJSekdYSMKNPRSTSRQPPQQPPPQRSRPO',
        values: [286, 78.7],
      },
      'zhao-35mb-3bwdp-stf5-onoff': {
        curves: 'AAABHi-_8xojlt7__77789__-------9-8-----9989-_-99 AAABHhqUECMgjeaSOPRTXYXVSQRRRSRRSRSSSSSRRRRQPOPQ',
        values: [310, 81.6],
      },
      'zhao-35mb-3bwdp-stf30-onoff': {
        curves: 'AAABIj9_7sijrz7-_-799---9_-----_-------_-_-_--96 AAABIhoQEILYfdabYYVVYabcaZXWWYYWVVXZaZYZacddaWQN',
        values: [336, 86.5],
      },
      'zhao-100mb-thirdbwdp-stf0': {
        curves: 'BBCCBBCBDDYn98woiy985648201477698887799756898847 BBCCBBCBDDYgrFDEFDJIZogJDDGGTkkUEECEKbpgLDDDDKUj',
        values: [40.5, 11.7],
      },
      'zhao-100mb-thirdbwdp-stf5': {
        curves: 'BBCCBBCBDEau-9quo599667869798789984568-87387-979 BBCCBBCBDEalnHDIIPWhXXVNGLSjkeTQOMSdldQKFGNQgddc',
        values: [40.5, 14.1],
      },
      'zhao-100mb-thirdbwdp-stf30': {
        curves: 'AABBAABBDDXw-8oqly--91w8zx-9769--9699--989899999 AABBAABBDDWnqHDDHOTphSEEFTUiheZXVRYfffcXPLIMdjhc',
        values: [40.7, 14.8],
      },
      'zhao-100mb-thirdbwdp-stf0-onoff': {
        curves: 'BBCCBBCBDDYn98woiy985648201477698887799756898847 BBCCBBCBDDYgrFDEFDJIZogJDDGGTkkUEECEKbpgLDDDDKUj',
        values: [31, 9.35],
      },
      'zhao-100mb-thirdbwdp-stf5-onoff': {
        curves: 'BBCCBBCBDEau-9quo599667869798789984568-87387-979 BBCCBBCBDEalnHDIIPWhXXVNGLSjkeTQOMSdldQKFGNQgddc',
        values: [33.1, 10.8],
      },
      'zhao-100mb-thirdbwdp-stf30-onoff': {
        curves: 'AABBAABBDDXw-8oqly--91w8zx-9769--9699--989899999 AABBAABBDDWnqHDDHOTphSEEFTUiheZXVRYfffcXPLIMdjhc',
        values: [37.7, 12.4],
      },
      'zhao-100mb-1bwdp-stf0': {
        curves: 'AABBAABABBINn7_-7rfSLKXq9--953z00----9999--9-9-8 AABBAABABBINlukYLGBCCBGLdspbTNKILIKLVhoicUPJEBCE',
        values: [121, 36],
      },
      'zhao-100mb-1bwdp-stf5': {
        curves: 'AABBAABABBJQq9--6rqiebjw6---9999---------------- AABBAABABBJQnobTMKFCCBHPhpleYVSQNLHGISgqmeXSOLNO',
        values: [121, 38.3],
      },
      'zhao-100mb-1bwdp-stf30': {
        curves: 'AAAAAAAABBIQr9__6ldXVYr5_--799---_---879---9---- AAAAAAAABBIQnoYOKLHGIMQaiifaVTRRTVUXZZZYWUSRSUWW',
        values: [122, 39.2],
      },
      'zhao-100mb-1bwdp-stf0-onoff': {
        curves: 'AABBAABABBINn7_-7rfSLKXq9--953z00----9999--9-9-8 AABBAABABBINlukYLGBCCBGLdspbTNKILIKLVhoicUPJEBCE',
        values: [102, 30.6],
      },
      'zhao-100mb-1bwdp-stf5-onoff': {
        curves: 'AABBAABABBJQq9--6rqiebjw6---9999---------------- AABBAABABBJQnobTMKFCCBHPhpleYVSQNLHGISgqmeXSOLNO',
        values: [107, 32.5],
      },
      'zhao-100mb-1bwdp-stf30-onoff': {
        curves: 'AAAAAAAABBIQr9__6ldXVYr5_--799---_---879---9---- AAAAAAAABBIQnoYOKLHGIMQaiifaVTRRTVUXZZZYWUSRSUWW',
        values: [118, 35.2],
      },
      'zhao-100mb-3bwdp-stf0': {
        curves: 'AAAAAAAAAADENWjv7_____98852yupmkhfdddefilouz5-__ AAAAAAAAAADENVhnjdXQLGCABCHNWdjjhfecaaZWVTRQNMKJ',
        values: [341, 90.7],
      },
      'zhao-100mb-3bwdp-stf5': {
        curves: 'AAAAAAAAAADFOWjv5____983zvtpligfdeegilnqw25-____ AAAAAAAAAADFOWhnldWPLFBABCFJRXhlkifdcbaZYXVTQPNL',
        values: [355, 95.1],
      },
      'zhao-100mb-3bwdp-stf30': {
        curves: 'AAAAAAAAAADFOWju29___752xsokgefgikmpqsuwz148____ AAAAAAAAAADFOWhmiZRKGDEGJLNRUZdffecbZYXWVVTTSSTT',
        values: [369, 95.5],
      },
      'zhao-100mb-3bwdp-stf0-onoff': {
        curves: 'AAAAAAAAAADENWjv7_____98852yupmkhfdddefilouz5-__ AAAAAAAAAADENVhnjdXQLGCABCHNWdjjhfecaaZWVTRQNMKJ',
        values: [301, 82.1],
      },
      'zhao-100mb-3bwdp-stf5-onoff': {
        curves: 'AAAAAAAAAADFOWjv5____983zvtpligfdeegilnqw25-____ AAAAAAAAAADFOWhnldWPLFBABCFJRXhlkifdcbaZYXVTQPNL',
        values: [328, 84.8],
      },
      'zhao-100mb-3bwdp-stf30-onoff': {
        curves: 'AAAAAAAAAADFOWju29___752xsokgefgikmpqsuwz148____ AAAAAAAAAADFOWhmiZRKGDEGJLNRUZdffecbZYXWVVTTSSTT',
        values: [359, 88.7],
      },
    },
  },
  {
    quantity: 'ping round trip',
    unit: 'ms',
    presets: {
      'upload-spoils-download': {
        curves: 'f56y048zwz4467666uv15451zwxxz41motxxzzyz02365vs1 SLCDDDECEEEEDDECDEDEDEEDDEDECEEEDCDEDCEEECDDECED',
        values: [433, 38.8],
      },
      rrul: {
        curves: 'g875554yx2423776687tv4866788850587tsz3444672z571 SMCCCBCCDCCCCCCCBCCCCCCCCCCCCCDBCCBBCBCCCCCCCCCC',
        values: [390, 31.8],
      },
      'home-both-ways': {
        curves: 'Mbjsly4ouurKijt079tUEJd1q0ecaWYVnv15rnpigfiow0x4 HEEBBCCBCBDCCCBCBCCCCCBBCCBCDCCCCBCCCCCCCBCCCCCC',
        values: [761, 38.8],
      },
      'cable-40-to-1': {
        curves: 'AITdkrxyyzzzzzzzzzzzzzzz000001112233445567789-__ AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        values: [469, 31.1],
      },
      'home-bufferbloat': {
        curves: 'p4wptvwxy02468wsx15780ortvwxz13576ov04680ortvwxz bJDBDBCDBDCCDBDCBDBDCCDBCCBDCCDBDCCDBDCCDBDCCDBC',
        values: [96, 30.7],
      },
      'greedy-and-sparse': {
        curves: 'o43s11dpaVYblioxuz370trfqjunxsux4srtx28vjlnovyvx bJFEEFADCEAGBCDBCFADCEAIBCGBCDGBDCEBCDFBGBGGBDDB',
        values: [87.4, 30.7],
      },
      'sudden-load': {
        curves: 'Mdiijklmmnqtx27_2w37-9wu3-y19-0w0235679_-88_5x37 KCBBBBBBBBBBBBBBBBBBBBBBYICCCDDCCDDCCDDCDDCCCDCC',
        values: [339, 30.7],
      },
      'three-pies': {
        curves:
          'MNDBBBBBBBEECCCEEBDCDCCDbJAAAABBCBCCCCCCCCEDCCDC MdaPEABBBBBBBBBBBBBBCBBDddLBAAAABBBBCCCCCCCCDCCC MdTDAAABBBBBBBCCDECDDDDDcUBAABAABABBCCDCCDCDDCCE',
        values: [46.4, 49.9, 48.1],
      },
      'mobile-link': {
        curves: 'Z7179ulnpomnnotwy66-1u179--82wvswzzwwwspqqroprv6 WWBAAAAAABBDAADAEDAEAABBBACBBBBABBAAABAAABBAAACD',
        values: [344, 49.4],
      },
      'policed-downloads': {
        curves: 'APJBCADIAEBCBKCBBBBBCBBBCCDDBDCJCAKCCACBDBCACCBC Ah3z58v16555y48tty147yu1570247z63570632660733805',
        values: [33.2, 99.7],
      },
    },
  },
  {
    quantity: 'game round trip',
    unit: 'ms',
    presets: {
      'family-evening': {
        curves: 'Mcnx3355556677998xsv1478-6wrtxx0z3104641olwxwyzz LOKDBBBCBBBCBCBBBBBBBBBCCBCCBBCBBBBBCBBCBBBCBBCB',
        values: [359, 32.8],
      },
    },
  },
  {
    quantity: 'ping after round trip',
    unit: 'ms',
    presets: {
      'acks-take-places': {
        curves: 'Su582xz782urhhjkkkklmoru0685wx475vty134555777wpw Su6__866___2138________9yx6___-yvz3567789____204',
        values: [178, 588],
      },
    },
  },
  {
    quantity: 'video bitrate',
    unit: 'kbit/s',
    presets: {
      'video-beside-download': {
        curves: 'q31pwy1373v3svt1vz471xz48zt16300vz370062xz47037y kSNFFFFGGGFGEJFFGFEHFFGGEHFFFGEHGFFFGFFGHFFFGGFF',
        values: [1080, 1730],
      },
    },
  },
  {
    quantity: 'share of quiet host',
    unit: '%',
    presets: {
      'home-hosts': {
        curves: 'SraIGGGGGGFGGGGGGGGGGGGGGGGGGGGFGGGGGGGGGGGGGGGG DLFEEEDDDDDDDDDDDDDDDDDDDDDDDDDDEDDDDEEDDDDEDDDD',
        values: [11.1, 45.2],
      },
    },
  },
  {
    quantity: 'share of film',
    unit: '%',
    presets: {
      'busy-evening': {
        curves: 'r-984-95898799898797987-9899879888-879-87--6-988 QfUGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGHGGGGGGGG',
        values: [5.41, 49.9],
      },
    },
  },
  {
    quantity: 'link busy',
    unit: '%',
    presets: { 'buffer-sizing': { curves: 'AADRAAADmFXlJOXmz1SjDCLfUImpmWpphtPevV1qtmvttvvk', values: [99.7] } },
  },
  {
    quantity: 'share of Reno',
    unit: '%',
    presets: {
      'cubic-reno-short': {
        curves: 'vy13yv6sy6o21r4wu5sv7z4r4xt6x4uw7qy7u6v5ux702u6x gJ3RJKJKKLKKLKMJNIKLJKJLJKJJKJKJKKJKJLLKKLMJJLKK',
        values: [40.4, 47.1],
      },
      'cubic-reno-long': {
        curves: 'Aj5mz7oSclt069qty27-xx39Vbmv49eYhpw38fRbjpuz369t Ak6UAABADEADDBGAFCBDEFBAACEBGCHBBCFBDFAAFCFBGBDD',
        values: [22.8, 46.3],
      },
      'l4s-beside-classic': {
        curves: 'ICDEEFDCDDEBCDCDDCCDDDCCCDDCEDDCCDFBCCBDDCBDECDD a-4_6XCCEEDFHJIJJKLMNPNKBDCCCCCCCCCCCCCCCFIKMOQP',
        values: [37.7, 12.2],
      },
    },
  },
  {
    quantity: 'share of CUBIC',
    unit: '%',
    presets: {
      'bbr-cubic-shallow': {
        curves: 'oy2rtsntuvovsvn2urrxturqNxvtvswozulilsuwmnknjvon mKSPclFUPWxPiRZyIVONrVgTGjHWhZuVgQIgOahPkQajNiTR',
        values: [4.68, 48.1],
      },
      'bbr-cubic-deep': {
        curves: 'Mgv8999876445679-_ysx024579-_xsvwyz0012222233334 IECGGDDBCBCGCBBBCABCBDBCBBBADFCDBBBBECCDBCBDEBBB',
        values: [74.4, 48.1],
      },
      'bbr3-cubic': {
        curves: 'n4z16ym3ehr0U2157931lZhqpims065htcjs1Zr5783265RT fIBBNBCDYGELFNEBYEAHQBFRDHGEFQEBOCCCUEFHCOIDBPBE',
        values: [41.1, 51.7],
      },
      'lossy-long-path': {
        curves: 'Dw---t96ucNDGIMKRNLGIMOVEBFHJUTOCDFIROSOSRXPQPEF DmzHABADBBDBFFPRTNOGFIDFBEIKCGDGEGCBFCDBDADBCBJQ',
        values: [7.19, 8.49],
      },
    },
  },
  {
    quantity: 'share of BBRv1',
    unit: '%',
    presets: {
      'bbr3-bbr1': {
        curves: 'kqq1442zz574h88444401z73M31184164363g57764535336 dHGFQEFJqaKfPtxTXKEGjdPNFUmWNSGFcdLGmMipPVMDGhgO',
        values: [85.1, 53.7],
      },
    },
  },
  {
    quantity: 'share of long path',
    unit: '%',
    presets: {
      'rtt-unfairness': {
        curves: 'Fl4463W1n7qvc3xvn2n1rixrrxgroounsprh0ux10bwvvh2x EHHHJHHJFHJGGKGEJHKGHHJHGHHHIHJIFHJKIGHGFJHGHIHH',
        values: [22.3, 23.2],
      },
    },
  },
  {
    quantity: 'share of BBR',
    unit: '%',
    presets: {
      'satellite-handover': {
        curves: 'mz77nuwyzzz00122346893rzfylv1tmw44wws--2vwz25787 evCMjkYUJFTQFOHFSOEKDITGBKCGLDIWIKRUcjhHEFKKOEFE',
        values: [49.6, 52.4],
      },
    },
  },
  {
    quantity: 'share of SACK',
    unit: '%',
    presets: {
      'reordering-path': {
        curves: 'F98qny682nuz47ntvxw1367nv44ttuy22389pz7smty10158 Fw3iFDEABFABFDEEEDDCEEDEECEEEDEDDDDDDEDDEDDDDDDD',
        values: [14.9, 48.9],
      },
    },
  },
  {
    quantity: 'share of unpaced',
    unit: '%',
    presets: {
      'shallow-buffer': {
        curves: 'GSiSURUgUVfWWbSYfadSbUWVQWUfSSYSdgUfeVWhgimWSghT Ggeqgimkiknnkokmikknmmqlmkqvkhmmltqfssrlomkrfppv',
        values: [34.4, 50.1],
      },
    },
  },
  {
    quantity: 'share of TCP',
    unit: '%',
    presets: {
      'http3-beside-tcp': {
        curves: 'lqw145x50z6xx1481z6glry270y5entz48u16v34entz3721 iGDDGDDDDEDDDEDCDECCEDCEEECDEDCEEDDEEDCFECEEECDE',
        values: [49.5, 50.4],
      },
    },
  },
  {
    quantity: 'share of other',
    unit: '%',
    presets: {
      'odd-sender': {
        curves: 'nz75512531yzwxrsz2yz4yzyXt23o155x031wyxuswp45574 moqmjonjrkmpkmqjjsklponmnPytstuvuttvuuvwvwusttwu',
        values: [10.3, 49.9],
      },
    },
  },
  {
    quantity: 'share of trains of ten',
    unit: '%',
    presets: {
      'paced-trains': {
        curves: 'XBIRKXhYEWXYGITHRYGVFOSHGPERTISWRGbIUJJREVEWUDOJ JGOaQeTRedORWYRQdYUXaXSLVeWRTbYPVZZPaWeQWZVSUVaQ',
        values: [29.8, 50.1],
      },
    },
  },
  {
    quantity: 'video that can be shown',
    unit: '%',
    presets: {
      'bm-lesson': {
        curves: 'Ogsu0wy0y11wxvus01zyvy10w1uzzyywxxxy321yz0x2yz0x Ogoliknsdskiopgfovfkiiwsntjgunloopejtuwqtilvpiii',
        values: [54.1, 86.1],
      },
      'bm-e1': {
        curves: 'GUPRbZIVUORXeNYNUTTNYFKRGXMNYNRNTMLbOONPXSMWOQPP GOPKPNISQNMSQKTMRRKMNFINGNLNSNJIPKKRJONIVSJUNLNN',
        values: [99.2, 89.6],
      },
      'bm-e2': {
        curves: 'LbbLneRkaSYfZUmSdgVacJUbNgTYiaUSgRUiOYZOndRiZVbX CQHGROJSLFQMOPMFRLJQHEIMGSNMWMIKMFJMEPMJVQESLJUL',
        values: [72.9, 60.4],
      },
      'bm-e3': {
        curves: 'GUPRbZIVUORXeNYNUTTNYFKRGXMNYNRNTMLbOONPXSMWOQPP GOPKPNISQNMSQKTMRRKMNFINGNLNSNJIPKKRJONIVSJUNLNN',
        values: [99.2, 89.6],
      },
      'bm-e4': {
        curves: 'FOgZnNeiWygrsbTTQ11piTamb_ze4YqVaYcelWnekidgdg2m FOgZnNfiWxgrsbSTQ21piSamb_ze4YqVaYcelWnekidgdg3m',
        values: [100, 100],
      },
      'bm-e5': {
        curves: 'HccRlZVcYYWidVjTZiSbaNaZSaSaWbWReTXiPZWPZWafRZSZ GRNKTNJPQPLUNKWGPQJPOHPQGSNOOSMLUJPQHUNIUQKQNMNS',
        values: [84.9, 77.1],
      },
      'bm-e6': {
        curves: 'SnnYxlgqgkkpngujjsdmjbjlelblhmjaliktcpkbtllremhh HZXRaXQXZTUcZTdOVcSaaNRWOWWRYXRSYQXYNaTTbWTgRSUW',
        values: [56.1, 64.7],
      },
      'bm-e7': {
        curves: 'bSVUUbSTZNbXRaRWWQaTVWPaSVXRdWRZQUVSbRUWUbRVXTbT MHJHJMHLJFOHILGLIGMHJIIMGMIHPIILGKIHMIJIJMFLIIOG',
        values: [100, 13.9],
      },
    },
  },
  {
    quantity: 'green delay',
    unit: 'ms',
    presets: {
      'abe-voice': {
        curves: 'AAM497ujZMXlw27863pjimv12673vokox26880qjknsx6672 AAKz20qnqu10zwnoqsy1zsplklqyzyyqkikntxtollptvtun',
        values: [480, 5.92],
      },
      'abe-appendix-a': {
        curves: 'AAAnttz22yttrkkkkkk022222yttrkkkbbbTSSMJJFAAAAAA AAAnttz22yttrkkkkkkstttttokkibbbSSSKJJDAAAAAAAAA',
        values: [4250, 2000],
      },
      'abe-appendix-b': {
        curves: 'AAAnttz22yttrkkkkkk022222yttrkkkbbbTSSMJJFAAAAAA AAAntttttokkibbbbbbrtttttokkibbbSSSKJJDAAAAAAAAA',
        values: [4250, 2000],
      },
    },
  },
  {
    quantity: 'blue delay',
    unit: 'ms',
    presets: {
      'abe-late-blue': {
        curves: 'AAAAAAAAAAAAAQggggAAAAAAAAAggggQAAAAAAAAAAAAAAAA AAAAAAAAAAAAAQg___ggggggAQg___ggggggAAAAAAAAAAAA',
        values: [500, 1000],
      },
    },
  },
  {
    quantity: 'blue goodput',
    unit: 'Mb/s',
    presets: {
      'abe-100k-blue4': {
        curves: 'AAAAAAABEc7-4k86997nGCDEIOSZemu169zqkloquz066840 AAAAAAABEa58ye1xz1xUBDGPfwx010xffhhiorryy000wqcd',
        values: [0.891, 0.891],
      },
      'abe-100k-blue8': {
        curves: 'ABJp--tp8-9-7oTe597r18684vssv37683538582xqtw0868 ABJn77pp3232wUPr32qv121maXinty111ztuqrw11vrlopw0',
        values: [0.891, 0.89],
      },
      'abe-100k-blue16': {
        curves: 'BDa994qw-y057-7688164641449978853567865767655778 BDa65xhlzfev230x0xz0wujhmw2221zzxy2z110z1w0xzz0x',
        values: [0.892, 0.893],
      },
      'abe-200k-blue4': {
        curves: 'AAAAAAABFc8-3rt8yk472totru004786mjks336646xvoqtv AAAAAAABDb06yfjwhWlwzxYnsuvpZXWZcgkmqttwshkginot',
        values: [0.783, 0.783],
      },
      'abe-200k-blue8': {
        curves: 'ABLs--wnv3clw7-7yw4shnrz79770qqqw269886458697yuu ABJm14lYumJXgu21jgmusskikptrusstuutollpttuungiir',
        values: [0.785, 0.785],
      },
      'abe-200k-blue16': {
        curves: 'BEc992qy8uv8792747873x24-29598324527546869798747 BDZ42rgs0rervz0voruytsupursuttuuxwvwurruwwwxxttr',
        values: [0.793, 0.793],
      },
      'abe-500k-blue4': {
        curves: 'AABAAAADJi9-649-44wsmijlo02494767888630xttxw5475 AABAAAACEaruodoorYKGDIMOOPMMMMKEEHJJJJJGDHHIFDHI',
        values: [0.462, 0.503],
      },
      'abe-500k-blue8': {
        curves: 'BDRw-9z7794u898688586856577787766421026898887757 BBLjvuYekkWMZeaebabehhfaaXYYYVRTUXWUTPPPQQPMLMMN',
        values: [0.48, 0.514],
      },
      'abe-500k-blue16': {
        curves: 'CJj99627989888999686888697-772267988794899897-77 BEasuoZkifbXcigccedehecfbaaZZZZYYYZacdedfegefcbb',
        values: [0.516, 0.536],
      },
    },
  },
  {
    quantity: 'fairness among VCs',
    unit: '',
    presets: {
      'goyal-r1': {
        curves: 'AKtqyx0jWSnv042vwtpdUMSVZfjnjigfghgghhffhhgffehi AKy4tx145vilx42vuy35vldcdhlpsx1451oijmpsuxz2452r',
        values: [0.958, 0.745],
      },
      'goyal-r2': {
        curves: 'AKtqyx0jWSnv042vwtpdUMSVZfjnjigfghgghhffhhgffehi AKy4tx145vilx42vuy35vldcdhlpsx1451oijmpsuxz2452r',
        values: [0.958, 0.745],
      },
      'goyal-r3': {
        curves: 'APwvy11xqjenrutrrsoifjiiikkiijihjkkjijjjjghkjihj AP23v451nny51omqw250rpsx1450posx154unnsx254vpqv0',
        values: [0.984, 0.695],
      },
      'goyal-r4': {
        curves: 'Ahuuutq1spturpndikklilkjhmlkkjkkmjkjkkkkkjklkigk Akwz221vvyr0tzwxws0ozs2n1o1oyqzvvwqxr1k1n1pzoztu',
        values: [0.972, 0.708],
      },
      'goyal-r5': {
        curves: 'Ahuvtntlmmjkljhjhllljiklnojljmkknklmjljmnolmjjlk Akzvptwrwxzyqssvvhovvknrtogqvumwttrmpstkqswpnpsq',
        values: [0.972, 0.701],
      },
      'goyal-r6': {
        curves: 'Aitx0yt1ttzwqlmfmjjlklkkjjmjlilmkmkmnjmlnmikmkjl Akwz221vvyr0tzwxws0ozs2n1o1oyqzvvwqxr1k1n1pzoztu',
        values: [0.98, 0.708],
      },
      'goyal-r7': {
        curves: 'Aiv202my2y31qnmninmplnlnokmnplmlpnkpmploonmnpmlm Akwz221vvyr0tzwxws0ozs2n1o1oyqzvvwqxr1k1n1pzoztu',
        values: [0.985, 0.708],
      },
      'goyal-geo': {
        curves: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        values: [0.811, 0.769],
      },
      'hu-fig7': {
        curves: 'BDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD DTWcmtuuwusqsvvskfdbZZaekpuxwwvrkijknquxyzzzzzz0',
        values: [0.952, 0.998],
      },
      'hu-fig8': {
        curves: 'BBDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD DTWcmtuuwuwxwvnhgjmprttuwwxzzywogfhkptwwsrtvxyyy',
        values: [0.995, 0.994],
      },
      'hu-fig9': {
        curves: 'FLLMMMMLMMMMLMLMLMLLMMMMMLMLMMMLMMLMLLMLMLMLMMMM LUlncdedvpqifjvy00vrretmtxvzwwtwqvvrwusttuxsvyyw',
        values: [0.952, 1],
      },
      'hu-fig10': {
        curves: 'FGMMMMMMMMMMMMMLMMMLMMMMMMMMMMNMMMMMMLMMLMMMMMMN MWlocgnfxoofafnvy0olmpuwyyusmwupuxtunyz0xuwvrvxw',
        values: [0.995, 1],
      },
      'hu-fig11': {
        curves: 'JWWYXZXXZYYXXYWXXXXWXYYZXXYXXXXXYYWXXXXXYXYXXXXY PPrnuvsp0zqvwvzwtzwrpqrwstwxtvwuuutrsutvsvwtwuvv',
        values: [0.933, 0.999],
      },
      'hu-fig12': {
        curves: 'JMXZXYXYZYXYXXXXXYYYXYZYXXYYXXYXWYXXYXYXXXYXXYZZ QQootyjqqksvvsmvpxrywwy0lktuwuvxsxvvvvtxvvxwwttu',
        values: [0.994, 1],
      },
      'hu-rtt-identical': {
        curves: 'FLLMMMMLMMMMLMLMLMLLMMMMMLMLMMMLMMLMLLMLMLMLMMMM LUlncdedvpqifjvy00vrretmtxvzwwtwqvvrwusttuxsvyyw',
        values: [0.952, 1],
      },
      'hu-rtt-different': {
        curves: 'FJKMMMLMMMLMLLMLLMLLMMLMMMMMLMLMLMMMMMMMMMMMMMML LUmodedguctllwwvwmotspuyzuwwyyxyy0vywzwwyzxwsyst',
        values: [0.946, 1],
      },
    },
  },
];
