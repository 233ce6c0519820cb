/** The occupancy of the buffers of each preset. `npm run thumbnails` writes it (src/cli/thumbnails/thumbnail.ts). */
export const thumbnails: Readonly<Record<string, string>> = {
  opening: 'By1e3v6pv75bw4nn54616v6z606z6lu6hy3k2t5u4uv8x5u3 BlELVDLMKJRHLKNGNIOHKPNKOLFTHKJNHTDVIKMKISIMKKKM',
  'single-tcp': 'YRvUfqz3Tgr0yUhs0tWjt2oYku3kZlw4gamw4ccny4Ydoy5U YTuXfqUFObTReMVNQeRTeHXHUgNWKSfRTOPcLUhMWHUgNVcK',
  'two-rtts': 'YRqWouaq2huwm0mz1yy0y2437sNm2t2x30354wCLn0Zas2Uf YTqZoqRRmcTVaTThcRPWTYYYYQebdbQNPdVWQebWLhZaciGa',
  'cbr-overload': 'Nm5687766787666877668776678766687766877667876668 Nm79__-99___999_--99__-99--796221346545677310022',
  md1: 'JLCdNLGI_KQDJHYHPISGILDQKITGGMKRDGDDVNGHHKIVNPIF',
  mm1k: 'HRUJELljOaUKPcKXJHKLGJBMJJLLDMPYeeQrHEUdTmmXIWKf',
  'home-bufferbloat':
    'n3upsvwxy02468usx14785mqsuvwy03578oty2579rpsuvwx iGDBDBDCCDBDBDCCDBDBDCCDBDBDCCDBDBCCCDADBCCCDADB',
  'greedy-and-sparse':
    'n41rziisiknp0vyznqvx016966642vpdfjpmqnjilowqrrvz iGFEDHBCCEAFBCCBCEADBFAHBCGBCDFACDDBCDFBFBGFACCB',
  'web-fetches': 'pypuvlamkorsszcquusYlknoptzilvpxZkllmpuwlgzmydhm lRBEDHGECEDDGFCEDEDHCGEEDDDFFFEDBEGGEEBEDHGECEDD',
  'video-beside-download':
    'q14sz35741s16wtww14rz1zty38yqovy2ywz47z38ww1z158 jXGGFFEFGHDDGFDFGEGEEGEEFGIFFGEEEEFFHEGFDEGEGEFG',
  'sudden-load': 'Mdiijklmmnqtx27_xv27-8su39x29-wv02334679-8v3-9xw JBBBBBBBBBBBBBBBBBBBBBBBWJFEEEEEEEEEEEEEEEEEEEEE',
  'flows-come-and-go':
    'Am1yAIQTWUVPPTUPSVTQQTTSQTRUXRLRYZLKUYTQPSUVQOUW AmmDADBEDDFOGGDHPFCDJKDIFEIGJCHDLDFKIDGDLHEFGCML',
  'home-hosts': 'i85381788991731958576867767293674959869068594839 RjUJHHHHHHHHHHHHHHHHHHHIHHHHHIHHHHHHHHHHHHHHHHHH',
  'buffer-sizing': 'AADTDAAEoquZSVFEFPjDQSsYlpfTprmTQwgovsqyossmdzqv',
  'cubic-reno-short':
    'tx35p1213r4tu6qw7ny6t5u2vu5x1xt5x1zs4x145p01p256 gPSLLINKLKIJMJKLLKLJMKMKKMKJIKJLKLJKKJLJJJNKILJJ',
  'cubic-reno-long':
    'Aj5UAZkqw28oQdnv28QSbipu056t059cVenv39SQZhnsx148 Ak7DEZDFBCGBCDBFFCFABDCABGABGCECCEBFDEBFACFBFBDD',
  'bbr-cubic-shallow':
    'mYqgsdymgkgrmigiljoqwosmPuqqyhyqnwrvsotruWwxkjjv rGESLTsVtrIWIa4FnjKTKaaNKgn8BSON4gmpMTNyrOTQFqbZ',
  'bbr-cubic-deep': 'Mgv8999876445679-_ssx024579-_tswy012334555566677 IFBBDECCBBCBFDBBABCBCCCFABBCEDCDABBCFCBBBDBCFBAA',
  'rtt-unfairness': 'Fhgmwwxmtluypw0euqv1e2Xxhwgysxwhnomsqnmwqpwcrnwv FgSOPOQNNNNLMPOMMNKOPMPMKPMLOMPLNPMOOJPNMMMQNOKO',
  'l4s-beside-classic':
    'LOAABDDDDDDCDDCCDCCDDDCDDDCDCCDDCCDCCDCDCDCDCDDC a9mSAACACCDDDDEEEFHGGGHHHHIHHHHHGGFGGHGGGGGHGFFF',
  'mobile-link': 'Z4179rknpomnnotwy66-wu179--8tsuswzzwwwspqqrnopu4 UVBAAAAACAAAAAEADCADAABCBABABBBAAAAABAAAABAAAADC',
  'satellite-handover':
    'lXFspmgx72xyz1233354x132Oy12013783r3s-2qqqnnmmnn kiWjMHCGDJXbKHDIGFIXWDIFBKEAFDGRRGKZhUCCJROLAAAC',
  'incast-dctcp': 'AAAAK100laeOgdOgdOgdOgdOgdOgdOgdOgdOgdOgdOgdOgdO XZMZcIVRFTSEVPcUGAFOGIJAHOBHMGHMCPZAINALLDIOCIKB',
  'incast-reno': 'XZMZcIVRFTSEVPcUGAFOGIJAHOBHMGHMCPZAINALLDIOCIKB',
  'zhao-5mb-thirdbwdp-stf0':
    'CKlprySg1S2p0ZwtwnfxR1Xzbgzh2a2vxna1Oumg2uqS3Yzl CKopWjZMiZLWPqPQhcLlmRWmYMWVaiJTcNM0gKYuNKgViaLy',
  'zhao-5mb-thirdbwdp-stf5':
    'CLsrzwgr1zmusxxuxwp0vsQ2os0yT0zn1y0h1a2tzc4g1ivp CLspbMfobWqTJqTefaKqbSnOfShvZKnaSXcKh4LXqJUrOVPS',
  'zhao-5mb-thirdbwdp-stf30':
    'ALoitorxty1pyx2201132y23syv252Vpxp2zy10221504v1n ALrnZmRbovOLkyeZnnfUfqdtOVvMUbVRcvRLOvkLL1lMfYQP',
  'zhao-5mb-thirdbwdp-stf0-onoff':
    'CKlprySg1S2p0ZwtwnfxR1Xzbgzh2a2vxna1Oumg2uqS3Yzl CKopWjZMiZLWPqPQhcLlmRWmYMWVaiJTcNM0gKYuNKgViaLy',
  'zhao-5mb-thirdbwdp-stf5-onoff':
    'CLsrzwgr1zmusxxuxwp0vsQ2os0yT0zn1y0h1a2tzc4g1ivp CLspbMfobWqTJqTefaKqbSnOfShvZKnaSXcKh4LXqJUrOVPS',
  'zhao-5mb-thirdbwdp-stf30-onoff':
    'ALoitorxty1pyx2201132y23syv252Vpxp2zy10221504v1n ALrnZmRbovOLkyeZnnfUfqdtOVvMUbVRcvRLOvkLL1lMfYQP',
  'zhao-5mb-1bwdp-stf0':
    'BDouw0o8uz763nm33jp56pr56t2803716828356ot72ny7qd BDopDDQsdXHLOemaOScldYJDQgnVGHYmZFOdZPKOeZMRdeIK',
  'zhao-5mb-1bwdp-stf5':
    'BEtq0xu66803486382r384773ku84y688836wf08148zv48x BEtkQHRntVEISqpRHSgYWXQWZMHSbcbUHJShkWLMNZffjcLE',
  'zhao-5mb-1bwdp-stf30':
    'AEqlx118116eg5878877747886w175288137888508788776 AErjT1GRbvkFJbscctnKQTOiwKIVSeNHJbljNNHNSanfaKGP',
  'zhao-5mb-1bwdp-stf0-onoff':
    'BDouw0o8uz763nm33jp56pr56t2803716828356ot72ny7qd BDopDDQsdXHLOemaOScldYJDQgnVGHYmZFOdZPKOeZMRdeIK',
  'zhao-5mb-1bwdp-stf5-onoff':
    'BEtq0xu66803486382r384773ku84y688836wf08148zv48x BEtkQHRntVEISqpRHSgYWXQWZMHSbcbUHJShkWLMNZffjcLE',
  'zhao-5mb-1bwdp-stf30-onoff':
    'AEqlx118116eg5878877747886w175288137888508788776 AErjT1GRbvkFJbscctnKQTOiwKIVSeNHJbljNNHNSanfaKGP',
  'zhao-5mb-3bwdp-stf0':
    'ABS88ndt-7wmq07-9ytuy269-95ytuw048--8zokmpty269- ABS80LABDTwwdGDFHPWaXRPQOKJPUUQPNPQRQNNQUTSTOHIO',
  'zhao-5mb-3bwdp-stf5':
    'ABV78qm6-3y4998854679998768-983z023479--4zzz247- ABV80UBEQcifYNIILRWTTPPMLOUWVQLOORQVWTRRSPRUXYXX',
  'zhao-5mb-3bwdp-stf30':
    'ABU87gev98w19526-8799979973xtrptz2315---85538998 ABU8sLNMURVPNTdhebbbaaYWZUJEIRWZUNTPIMQUVUSUUUOJ',
  'zhao-5mb-3bwdp-stf0-onoff':
    'ABS88ndt-7wmq07-9ytuy269-95ytuw048--8zokmpty269- ABS80LABDTwwdGDFHPWaXRPQOKJPUUQPNPQRQNNQUTSTOHIO',
  'zhao-5mb-3bwdp-stf5-onoff':
    'ABV78qm6-3y4998854679998768-983z023479--4zzz247- ABV80UBEQcifYNIILRWTTPPMLOUWVQLOORQVWTRRSPRUXYXX',
  'zhao-5mb-3bwdp-stf30-onoff':
    'ABU87gev98w19526-8799979973xtrptz2315---85538998 ABU8sLNMURVPNTdhebbbaaYWZUJEIRWZUNTPIMQUVUSUUUOJ',
  'zhao-35mb-thirdbwdp-stf0':
    'BBBHmvm8r44773483486q28xt86rc185v74y280s58xn69zn BBBHlMCPnCEYhCDMpIKuJDTmHEOlQCPlRCOmOCOkTCJiaCHd',
  'zhao-35mb-thirdbwdp-stf5':
    'BBBIouU52445360788477666787778677685688788768736 BBBInMFJoGWkENuEJPuGGgeFMibGTlZFOjZHVkVGbiMDSmOE',
  'zhao-35mb-thirdbwdp-stf30':
    'ABBHsrN65s086777998988898999998889999-99-9-83778 ABBHqLGXjFZfDXjHZkVbibdhhegZjWmaakhWfidlhggTKWkN',
  'zhao-35mb-thirdbwdp-stf0-onoff':
    'BBBHmvm8r44773483486q28xt86rc185v74y280s58xn69zn BBBHlMCPnCEYhCDMpIKuJDTmHEOlQCPlRCOmOCOkTCJiaCHd',
  'zhao-35mb-thirdbwdp-stf5-onoff':
    'BBBIouU52445360788477666787778677685688788768736 BBBInMFJoGWkENuEJPuGGgeFMibGTlZFOjZHVkVGbiMDSmOE',
  'zhao-35mb-thirdbwdp-stf30-onoff':
    'ABBHsrN65s086777998988898999998889999-99-9-83778 ABBHqLGXjFZfDXjHZkVbibdhhegZjWmaakhWfidlhggTKWkN',
  'zhao-35mb-1bwdp-stf0':
    'BBBDU-0Xs96zx8-689988-8-9-799-98698649-999999998 BBBDUtGCCPsUFFmeFDJmgLBEWqRCEKWeaOJQZZTOOTYVQQVX',
  'zhao-35mb-1bwdp-stf5':
    'BBBDW-0Yx-8-7899-99999999--8999-99999-99-999899- BBBDWoFDGjiLOhgQFLfmSLXmbMEMafcVPQUTVWZWRPTVTSTS',
  'zhao-35mb-1bwdp-stf30':
    'AAADZ-xb670895--9-9----9--------------------8159 AAADYoEIJlcXWPeaVTWfhgffdeaYedegdfhfbfeelhdYRMPT',
  'zhao-35mb-1bwdp-stf0-onoff':
    'BBBDU-0Xs96zx8-689988-8-9-799-98698649-999999998 BBBDUtGCCPsUFFmeFDJmgLBEWqRCEKWeaOJQZZTOOTYVQQVX',
  'zhao-35mb-1bwdp-stf5-onoff':
    'BBBDW-0Yx-8-7899-99999999--8999-99999-99-999899- BBBDWoFDGjiLOhgQFLfmSLXmbMEMafcVPQUTVWZWRPTVTSTS',
  'zhao-35mb-1bwdp-stf30-onoff':
    'AAADZ-xb670895--9-9----9--------------------8159 AAADYoEIJlcXWPeaVTWfhgffdeaYedegdfhfbfeelhdYRMPT',
  'zhao-35mb-3bwdp-stf0':
    'AAABHh-_6tibeq5_-43yqnq2-_-97528-_951z1368-_--86 AAABHgsVDADXpgYTNIJSekdYSMKNPRSTSRQPPQQPPPQRSRPO',
  'zhao-35mb-3bwdp-stf5':
    'AAABHi-_8xojlt7__77789__-------9-8-----9989-_-99 AAABHhqUECMgjeaSOPRTXYXVSQRRRSRRSRSSSSSRRRRQPOPQ',
  'zhao-35mb-3bwdp-stf30':
    'AAABIj9_7sijrz7-_-799---9_-----_-------_-_-_--96 AAABIhoQEILYfdabYYVVYabcaZXWWYYWVVXZaZYZacddaWQN',
  'zhao-35mb-3bwdp-stf0-onoff':
    'AAABHh-_6tibeq5_-43yqnq2-_-97528-_951z1368-_--86 AAABHgsVDADXpgYTNIJSekdYSMKNPRSTSRQPPQQPPPQRSRPO',
  'zhao-35mb-3bwdp-stf5-onoff':
    'AAABHi-_8xojlt7__77789__-------9-8-----9989-_-99 AAABHhqUECMgjeaSOPRTXYXVSQRRRSRRSRSSSSSRRRRQPOPQ',
  'zhao-35mb-3bwdp-stf30-onoff':
    'AAABIj9_7sijrz7-_-799---9_-----_-------_-_-_--96 AAABIhoQEILYfdabYYVVYabcaZXWWYYWVVXZaZYZacddaWQN',
  'zhao-100mb-thirdbwdp-stf0':
    'BBCCBBCBDDYn98woiy985648201477698887799756898847 BBCCBBCBDDYgrFDEFDJIZogJDDGGTkkUEECEKbpgLDDDDKUj',
  'zhao-100mb-thirdbwdp-stf5':
    'BBCCBBCBDEau-9quo599667869798789984568-87387-979 BBCCBBCBDEalnHDIIPWhXXVNGLSjkeTQOMSdldQKFGNQgddc',
  'zhao-100mb-thirdbwdp-stf30':
    'AABBAABBDDXw-8oqly--91w8zx-9769--9699--989899999 AABBAABBDDWnqHDDHOTphSEEFTUiheZXVRYfffcXPLIMdjhc',
  'zhao-100mb-thirdbwdp-stf0-onoff':
    'BBCCBBCBDDYn98woiy985648201477698887799756898847 BBCCBBCBDDYgrFDEFDJIZogJDDGGTkkUEECEKbpgLDDDDKUj',
  'zhao-100mb-thirdbwdp-stf5-onoff':
    'BBCCBBCBDEau-9quo599667869798789984568-87387-979 BBCCBBCBDEalnHDIIPWhXXVNGLSjkeTQOMSdldQKFGNQgddc',
  'zhao-100mb-thirdbwdp-stf30-onoff':
    'AABBAABBDDXw-8oqly--91w8zx-9769--9699--989899999 AABBAABBDDWnqHDDHOTphSEEFTUiheZXVRYfffcXPLIMdjhc',
  'zhao-100mb-1bwdp-stf0':
    'AABBAABABBINn7_-7rfSLKXq9--953z00----9999--9-9-8 AABBAABABBINlukYLGBCCBGLdspbTNKILIKLVhoicUPJEBCE',
  'zhao-100mb-1bwdp-stf5':
    'AABBAABABBJQq9--6rqiebjw6---9999---------------- AABBAABABBJQnobTMKFCCBHPhpleYVSQNLHGISgqmeXSOLNO',
  'zhao-100mb-1bwdp-stf30':
    'AAAAAAAABBIQr9__6ldXVYr5_--799---_---879---9---- AAAAAAAABBIQnoYOKLHGIMQaiifaVTRRTVUXZZZYWUSRSUWW',
  'zhao-100mb-1bwdp-stf0-onoff':
    'AABBAABABBINn7_-7rfSLKXq9--953z00----9999--9-9-8 AABBAABABBINlukYLGBCCBGLdspbTNKILIKLVhoicUPJEBCE',
  'zhao-100mb-1bwdp-stf5-onoff':
    'AABBAABABBJQq9--6rqiebjw6---9999---------------- AABBAABABBJQnobTMKFCCBHPhpleYVSQNLHGISgqmeXSOLNO',
  'zhao-100mb-1bwdp-stf30-onoff':
    'AAAAAAAABBIQr9__6ldXVYr5_--799---_---879---9---- AAAAAAAABBIQnoYOKLHGIMQaiifaVTRRTVUXZZZYWUSRSUWW',
  'zhao-100mb-3bwdp-stf0':
    'AAAAAAAAAADENWjv7_____98852yupmkhfdddefilouz5-__ AAAAAAAAAADENVhnjdXQLGCABCHNWdjjhfecaaZWVTRQNMKJ',
  'zhao-100mb-3bwdp-stf5':
    'AAAAAAAAAADFOWjv5____983zvtpligfdeegilnqw25-____ AAAAAAAAAADFOWhnldWPLFBABCFJRXhlkifdcbaZYXVTQPNL',
  'zhao-100mb-3bwdp-stf30':
    'AAAAAAAAAADFOWju29___752xsokgefgikmpqsuwz148____ AAAAAAAAAADFOWhmiZRKGDEGJLNRUZdffecbZYXWVVTTSSTT',
  'zhao-100mb-3bwdp-stf0-onoff':
    'AAAAAAAAAADENWjv7_____98852yupmkhfdddefilouz5-__ AAAAAAAAAADENVhnjdXQLGCABCHNWdjjhfecaaZWVTRQNMKJ',
  'zhao-100mb-3bwdp-stf5-onoff':
    'AAAAAAAAAADFOWjv5____983zvtpligfdeegilnqw25-____ AAAAAAAAAADFOWhnldWPLFBABCFJRXhlkifdcbaZYXVTQPNL',
  'zhao-100mb-3bwdp-stf30-onoff':
    'AAAAAAAAAADFOWju29___752xsokgefgikmpqsuwz148____ AAAAAAAAAADFOWhmiZRKGDEGJLNRUZdffecbZYXWVVTTSSTT',
  'bm-lesson': 'Ogsu0wy0y11wxvus01zyvy10w1uzzyywxxxy321yz0x2yz0x Ogoliknsdskiopgfovfkiiwsntjgunloopejtuwqtilvpiii',
  'bm-e1': 'GUPRbZIVUORXeNYNUTTNYFKRGXMNYNRNTMLbOONPXSMWOQPP GOPKPNISQNMSQKTMRRKMNFINGNLNSNJIPKKRJONIVSJUNLNN',
  'bm-e2': 'LbbLneRkaSYfZUmSdgVacJUbNgTYiaUSgRUiOYZOndRiZVbX CQHGROJSLFQMOPMFRLJQHEIMGSNMWMIKMFJMEPMJVQESLJUL',
  'bm-e3': 'GUPRbZIVUORXeNYNUTTNYFKRGXMNYNRNTMLbOONPXSMWOQPP GOPKPNISQNMSQKTMRRKMNFINGNLNSNJIPKKRJONIVSJUNLNN',
  'bm-e4': 'FOgZnNeiWygrsbTTQ11piTamb_ze4YqVaYcelWnekidgdg2m FOgZnNfiWxgrsbSTQ21piSamb_ze4YqVaYcelWnekidgdg3m',
  'bm-e5': 'HccRlZVcYYWidVjTZiSbaNaZSaSaWbWReTXiPZWPZWafRZSZ GRNKTNJPQPLUNKWGPQJPOHPQGSNOOSMLUJPQHUNIUQKQNMNS',
  'bm-e6': 'SnnYxlgqgkkpngujjsdmjbjlelblhmjaliktcpkbtllremhh HZXRaXQXZTUcZTdOVcSaaNRWOWWRYXRSYQXYNaTTbWTgRSUW',
  'bm-e7': 'bSVUUbSTZNbXRaRWWQaTVWPaSVXRdWRZQUVSbRUWUbRVXTbT MHJHJMHLJFOHILGLIGMHJIIMGMIHPIILGKIHMIJIJMFLIIOG',
  'abe-voice': 'AAM497ujZMXlw27863pjimv12673vokox26880qjknsx6672 AAKz20qnqu10zwnoqsy1zsplklqyzyyqkikntxtollptvtun',
  'abe-appendix-a': 'AAAnttz22yttrkkkkkk022222yttrkkkbbbTSSMJJFAAAAAA AAAnttz22yttrkkkkkkstttttokkibbbSSSKJJDAAAAAAAAA',
  'abe-appendix-b': 'AAAnttz22yttrkkkkkk022222yttrkkkbbbTSSMJJFAAAAAA AAAntttttokkibbbbbbrtttttokkibbbSSSKJJDAAAAAAAAA',
  'abe-late-blue': 'AAAAAAAAAAAAAQggggAAAAAAAAAggggQAAAAAAAAAAAAAAAA AAAAAAAAAAAAAQg___ggggggAQg___ggggggAAAAAAAAAAAA',
  'abe-100k-blue4': 'AAAAAAABEc7-4k86997nGCDEIOSZemu169zqkloquz066840 AAAAAAABEa58ye1xz1xUBDGPfwx010xffhhiorryy000wqcd',
  'abe-100k-blue8': 'ABJp--tp8-9-7oTe597r18684vssv37683538582xqtw0868 ABJn77pp3232wUPr32qv121maXinty111ztuqrw11vrlopw0',
  'abe-100k-blue16':
    'BDa994qw-y057-7688164641449978853567865767655778 BDa65xhlzfev230x0xz0wujhmw2221zzxy2z110z1w0xzz0x',
  'abe-200k-blue4': 'AAAAAAABFc8-3rt8yk472totru004786mjks336646xvoqtv AAAAAAABDb06yfjwhWlwzxYnsuvpZXWZcgkmqttwshkginot',
  'abe-200k-blue8': 'ABLs--wnv3clw7-7yw4shnrz79770qqqw269886458697yuu ABJm14lYumJXgu21jgmusskikptrusstuutollpttuungiir',
  'abe-200k-blue16':
    'BEc992qy8uv8792747873x24-29598324527546869798747 BDZ42rgs0rervz0voruytsupursuttuuxwvwurruwwwxxttr',
  'abe-500k-blue4': 'AABAAAADJi9-649-44wsmijlo02494767888630xttxw5475 AABAAAACEaruodoorYKGDIMOOPMMMMKEEHJJJJJGDHHIFDHI',
  'abe-500k-blue8': 'BDRw-9z7794u898688586856577787766421026898887757 BBLjvuYekkWMZeaebabehhfaaXYYYVRTUXWUTPPPQQPMLMMN',
  'abe-500k-blue16':
    'CJj99627989888999686888697-772267988794899897-77 BEasuoZkifbXcigccedehecfbaaZZZZYYYZacdedfegefcbb',
  'goyal-r1': 'AKtqyx0jWSnv042vwtpdUMSVZfjnjigfghgghhffhhgffehi AKy4tx145vilx42vuy35vldcdhlpsx1451oijmpsuxz2452r',
  'goyal-r2': 'AKtqyx0jWSnv042vwtpdUMSVZfjnjigfghgghhffhhgffehi AKy4tx145vilx42vuy35vldcdhlpsx1451oijmpsuxz2452r',
  'goyal-r3': 'APwvy11xqjenrutrrsoifjiiikkiijihjkkjijjjjghkjihj AP23v451nny51omqw250rpsx1450posx154unnsx254vpqv0',
  'goyal-r4': 'Ahuuutq1spturpndikklilkjhmlkkjkkmjkjkkkkkjklkigk Akwz221vvyr0tzwxws0ozs2n1o1oyqzvvwqxr1k1n1pzoztu',
  'goyal-r5': 'Ahuvtntlmmjkljhjhllljiklnojljmkknklmjljmnolmjjlk Akzvptwrwxzyqssvvhovvknrtogqvumwttrmpstkqswpnpsq',
  'goyal-r6': 'Aitx0yt1ttzwqlmfmjjlklkkjjmjlilmkmkmnjmlnmikmkjl Akwz221vvyr0tzwxws0ozs2n1o1oyqzvvwqxr1k1n1pzoztu',
  'goyal-r7': 'Aiv202my2y31qnmninmplnlnokmnplmlpnkpmploonmnpmlm Akwz221vvyr0tzwxws0ozs2n1o1oyqzvvwqxr1k1n1pzoztu',
  'goyal-geo': 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'hu-fig7': 'BDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD DTWcmtuuwusqsvvskfdbZZaekpuxwwvrkijknquxyzzzzzz0',
  'hu-fig8': 'BBDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD DTWcmtuuwuwxwvnhgjmprttuwwxzzywogfhkptwwsrtvxyyy',
  'hu-fig9': 'FLLMMMMLMMMMLMLMLMLLMMMMMLMLMMMLMMLMLLMLMLMLMMMM LUlncdedvpqifjvy00vrretmtxvzwwtwqvvrwusttuxsvyyw',
  'hu-fig10': 'FGMMMMMMMMMMMMMLMMMLMMMMMMMMMMNMMMMMMLMMLMMMMMMN MWlocgnfxoofafnvy0olmpuwyyusmwupuxtunyz0xuwvrvxw',
  'hu-fig11': 'JWWYXZXXZYYXXYWXXXXWXYYZXXYXXXXXYYWXXXXXYXYXXXXY PPrnuvsp0zqvwvzwtzwrpqrwstwxtvwuuutrsutvsvwtwuvv',
  'hu-fig12': 'JMXZXYXYZYXYXXXXXYYYXYZYXXYYXXYXWYXXYXYXXXYXXYZZ QQootyjqqksvvsmvpxrywwy0lktuwuvxsxvvvvtxvvxwwttu',
  'hu-rtt-identical':
    'FLLMMMMLMMMMLMLMLMLLMMMMMLMLMMMLMMLMLLMLMLMLMMMM LUlncdedvpqifjvy00vrretmtxvzwwtwqvvrwusttuxsvyyw',
  'hu-rtt-different':
    'FJKMMMLMMMLMLLMLLMLLMMLMMMMMLMLMLMMMMMMMMMMMMMML LUmodedguctllwwvwmotspuyzuwwyyxyy0vywzwwyzxwsyst',
};
