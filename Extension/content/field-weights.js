// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// How much each piece of evidence speaks for a purpose of a field, learned by Extension/training/train.mjs: change nothing here by hand.
// A field is of the purpose whose sum is the largest, and of none if no sum is above zero. "" is where a sum begins. The numbers of a line
// are hundredths, in the order of the purposes. They are texts in JSON, because most frames have no field and need not read them.

globalThis.PassfoldFieldWeights ??= {
  password: '{\
"purposes": ["current-password","new-password","one-time-code"],\
"weights": {\
"": [41, 36, -63],\
"after a new one": [-83, 94, -63],\
"after a text field": [-59, -124, -35],\
"after a user name": [155, 39, -80],\
"after an email": [65, 91, -70],\
"after one typed again": [-5, 26, 0],\
"after the old one": [-65, 92, -47],\
"another is declared new": [38, 80, -62],\
"another is the old one": [-94, 109, -64],\
"around checkout": [17, 57, -23],\
"around code": [-51, 43, 16],\
"around contact": [81, -8, -9],\
"around forgot": [-64, 6, -31],\
"around fresh": [-70, -64, -25],\
"around haveaccount": [-30, 23, 12],\
"around newsletter": [0, 44, -10],\
"around noaccount": [-120, -26, -21],\
"around password": [-30, 51, 0],\
"around remember": [6, -72, -17],\
"around reset": [7, 66, -24],\
"around search": [27, 38, -6],\
"around settings": [-45, 32, -25],\
"around signin": [15, -16, -38],\
"around signup": [-30, 62, -41],\
"around terms": [86, 0, -19],\
"around verify": [-52, 34, 20],\
"before a new one": [155, -124, 0],\
"before something personal": [254, -98, -28],\
"beside a card": [-162, -177, -53],\
"beside a message": [-8, 9, 0],\
"beside a password twice": [-50, 119, -70],\
"beside a person": [-97, -33, -85],\
"beside a picture": [-126, 127, 0],\
"beside a place": [-67, -55, -83],\
"beside an old password": [171, 58, -72],\
"button checkout": [-87, -54, -38],\
"button code": [24, -15, -15],\
"button contact": [-25, 23, -6],\
"button forgot": [36, 33, -11],\
"button fresh": [-38, 72, -57],\
"button haveaccount": [86, -52, 32],\
"button newsletter": [51, -44, 0],\
"button noaccount": [11, 15, -17],\
"button password": [-72, 86, -19],\
"button remember": [30, 6, -5],\
"button reset": [-56, 79, -27],\
"button search": [-60, -12, -19],\
"button settings": [15, -21, 0],\
"button signin": [105, -131, -20],\
"button signup": [-104, 104, -55],\
"button terms": [51, 36, 57],\
"button verify": [-70, 77, -18],\
"class again": [-26, 63, -22],\
"class card": [-13, -14, 0],\
"class company": [-19, -13, -5],\
"class fresh": [-17, 52, -8],\
"class old": [17, -6, 0],\
"class password": [51, 76, -57],\
"class reset": [-16, 50, -7],\
"class search": [-15, 25, 0],\
"class weakcode": [-23, -88, 13],\
"declares current-password": [222, -235, -78],\
"declares new-password": [-112, 154, -80],\
"declares off": [-156, -39, -76],\
"declares one-time-code": [-163, -139, 427],\
"declares webauthn": [67, 52, 52],\
"emails: 2": [79, 23, -48],\
"first of all": [57, -161, 81],\
"first of twins": [-73, -38, -98],\
"form checkout": [-126, -44, -32],\
"form code": [129, -27, 19],\
"form contact": [5, 14, -14],\
"form forgot": [25, 42, -24],\
"form fresh": [-30, 79, -47],\
"form haveaccount": [-84, 108, -27],\
"form newsletter": [14, -17, -14],\
"form noaccount": [-65, 45, -13],\
"form password": [-21, 71, -46],\
"form remember": [16, -17, 0],\
"form reset": [19, 60, -36],\
"form search": [-23, 30, -11],\
"form settings": [-83, -62, -39],\
"form signin": [103, -138, -52],\
"form signup": [-158, 89, -44],\
"form terms": [29, 30, -26],\
"form verify": [-78, 14, 26],\
"has the focus first": [0, 0, 42],\
"heading checkout": [-84, -37, -32],\
"heading code": [-39, 0, 32],\
"heading contact": [-49, 98, -19],\
"heading forgot": [65, 6, -52],\
"heading fresh": [34, 46, -48],\
"heading haveaccount": [35, 13, -20],\
"heading newsletter": [-28, -55, -7],\
"heading noaccount": [-89, 25, -13],\
"heading password": [45, 86, -67],\
"heading remember": [30, -17, -5],\
"heading reset": [-48, 85, -62],\
"heading search": [70, 12, -15],\
"heading settings": [-8, -122, 15],\
"heading signin": [89, -46, -69],\
"heading signup": [-70, 89, -56],\
"heading terms": [0, -9, 20],\
"heading verify": [-88, -174, -17],\
"is typed again below": [-159, 123, -71],\
"keeps small letters": [0, 15, 12],\
"label again": [-135, 103, -53],\
"label answer": [-118, -161, -62],\
"label card": [-111, -101, -32],\
"label code": [-61, -102, 223],\
"label company": [-15, -126, -17],\
"label email": [7, -7, 0],\
"label fresh": [-163, 116, -38],\
"label number": [-44, -38, -6],\
"label old": [136, -142, -39],\
"label password": [112, 88, -83],\
"label postal": [48, -12, 0],\
"label reset": [-23, 62, -36],\
"label says nothing": [-127, 43, -47],\
"label signin": [8, -47, 125],\
"label signup": [16, -39, 48],\
"label user": [0, 0, -6],\
"label verify": [-101, 28, 112],\
"label weakcode": [-8, -17, 61],\
"labelled by the text beside it": [79, 0, -31],\
"link checkout": [61, -75, -14],\
"link code": [15, -50, -5],\
"link contact": [0, 22, -17],\
"link forgot": [69, 24, -49],\
"link fresh": [45, 10, 30],\
"link haveaccount": [-91, 87, -72],\
"link newsletter": [-62, -33, -60],\
"link noaccount": [48, 0, 18],\
"link password": [65, 5, -71],\
"link remember": [34, 39, 0],\
"link reset": [0, -66, -50],\
"link search": [-55, 57, 27],\
"link settings": [17, 11, 0],\
"link signin": [-78, 96, -57],\
"link signup": [83, -21, -36],\
"link terms": [83, 7, -18],\
"link verify": [-21, -46, 29],\
"name again": [68, 48, -71],\
"name answer": [-239, -198, -65],\
"name card": [-122, -91, -36],\
"name code": [-42, -39, 201],\
"name fresh": [-102, 111, -50],\
"name old": [143, -95, -38],\
"name password": [142, 78, -85],\
"name reset": [-51, 77, -38],\
"name says nothing": [-92, -60, 0],\
"name signin": [31, 89, -39],\
"name signup": [-36, 74, -27],\
"name user": [53, 23, -34],\
"name verify": [-18, -13, 134],\
"name weakcode": [-56, -144, 69],\
"other button checkout": [29, 0, -28],\
"other button code": [9, 39, -12],\
"other button contact": [-43, -18, 6],\
"other button forgot": [0, 16, -19],\
"other button fresh": [111, -48, 14],\
"other button haveaccount": [-6, 18, 29],\
"other button newsletter": [36, -9, -11],\
"other button noaccount": [126, -92, 0],\
"other button password": [-23, 39, 0],\
"other button remember": [-81, 26, -21],\
"other button reset": [64, -48, 9],\
"other button search": [-80, 56, -15],\
"other button settings": [-5, -25, -14],\
"other button signin": [179, -30, -32],\
"other button signup": [28, -51, -25],\
"other button terms": [12, 31, -17],\
"other button verify": [-19, 33, 31],\
"page checkout": [27, -58, -19],\
"page code": [-64, 18, 35],\
"page contact": [-72, -11, 7],\
"page forgot": [11, 12, -20],\
"page fresh": [0, 72, -7],\
"page haveaccount": [29, -94, -22],\
"page newsletter": [-38, -76, 0],\
"page noaccount": [11, 23, 0],\
"page password": [-39, 92, -56],\
"page remember": [41, -62, -21],\
"page reset": [-118, 92, -78],\
"page search": [54, -75, -23],\
"page settings": [21, 0, -12],\
"page signin": [91, -51, -73],\
"page signup": [-128, 110, -70],\
"page terms": [27, 56, -12],\
"page verify": [-71, -46, 207],\
"password 1 of 1": [77, 0, -24],\
"password 1 of 2": [-116, 45, -60],\
"password 1 of 3": [212, -245, -36],\
"password 2 of 2": [-138, 39, -80],\
"password 2 of 3": [-119, 97, -58],\
"password 3 of 3": [-183, 120, -70],\
"passwords: 1": [77, 0, -24],\
"passwords: 2": [-139, 44, -77],\
"passwords: 3": [121, 18, -81],\
"says again": [0, 61, -57],\
"says answer": [-294, -272, -74],\
"says card": [-157, -137, -46],\
"says code": [-61, -56, 231],\
"says company": [-18, -139, -23],\
"says email": [7, -7, 0],\
"says fresh": [-164, 121, -46],\
"says number": [-81, -39, -7],\
"says old": [159, -138, -48],\
"says password": [193, 65, -84],\
"says postal": [47, -12, 0],\
"says reset": [15, 52, -56],\
"says signin": [67, -27, 52],\
"says signup": [-22, 47, 35],\
"says user": [61, 14, -43],\
"says verify": [-120, 22, 171],\
"says weakcode": [-15, -49, 63],\
"second of twins": [-190, -13, -88],\
"shows a code": [0, -5, 36],\
"takes 1 to 3 signs": [-100, -144, -49],\
"takes 4 to 8 digits": [-191, -176, -137],\
"takes 4 to 8 signs": [-101, -189, -67],\
"takes 9 to 16 signs": [-175, -234, -73],\
"takes digits": [-288, -286, -154],\
"text checkout": [-68, -43, -35],\
"text code": [-99, 27, 96],\
"text contact": [-17, -9, 10],\
"text fields: 0": [19, 24, -18],\
"text fields: 1": [133, 27, -58],\
"text fields: 2": [22, -41, -75],\
"text fields: 3": [-128, 79, -52],\
"text fields: 4": [-103, 0, -27],\
"text fields: many": [-13, 8, -73],\
"text forgot": [75, -18, -66],\
"text fresh": [-11, 28, 5],\
"text haveaccount": [-87, 86, -72],\
"text newsletter": [32, 44, -11],\
"text noaccount": [59, -19, -32],\
"text remember": [64, -25, -14],\
"text reset": [41, 70, -44],\
"text search": [24, 18, -17],\
"text settings": [18, -19, -13],\
"text signin": [91, 37, -26],\
"text signup": [-148, 96, -42],\
"text terms": [-90, 97, -63],\
"text verify": [-23, 29, 9],\
"tick newsletter": [-116, 107, -46],\
"tick remember": [101, -85, -39],\
"tick terms": [-217, 153, -32],\
"type password": [39, 34, -60],\
"type text": [-14, 17, 0],\
"user name and email": [-42, 92, -80]\
}}',
  text: '{\
"purposes": ["username","one-time-code","new-password"],\
"weights": {\
"": [-109, -73, -93],\
"a later email": [-268, -23, -20],\
"after a password": [-237, -118, -71],\
"after all passwords": [-209, -116, -85],\
"alone": [-51, -7, -109],\
"alone with passwords": [214, -86, -83],\
"another is a code": [311, 139, 30],\
"another is the user name": [-282, -91, -52],\
"around checkout": [35, -38, -70],\
"around code": [24, 91, -55],\
"around contact": [52, -6, -61],\
"around forgot": [0, -18, -53],\
"around fresh": [30, -27, 48],\
"around haveaccount": [88, 62, -52],\
"around newsletter": [-67, 39, -48],\
"around noaccount": [0, 15, -52],\
"around remember": [35, 33, -49],\
"around reset": [-47, -54, -47],\
"around search": [-18, -37, -73],\
"around settings": [49, -7, -61],\
"around signin": [78, -21, -62],\
"around signup": [0, -31, -23],\
"around terms": [10, 35, -26],\
"around verify": [-13, -16, -59],\
"before a password": [267, 39, -18],\
"beside a captcha": [-138, -107, -31],\
"beside a card": [-253, -133, -99],\
"beside a message": [-119, -143, -97],\
"beside a password twice": [137, -67, -35],\
"beside a person": [-157, -142, -91],\
"beside a picture": [-81, -106, -25],\
"beside a place": [-103, -151, -85],\
"beside an email": [-210, -109, -67],\
"button checkout": [43, -63, -48],\
"button code": [-13, 67, -52],\
"button contact": [-19, -133, -74],\
"button forgot": [28, 0, -16],\
"button fresh": [42, 22, -71],\
"button haveaccount": [0, -50, -54],\
"button newsletter": [-185, -82, -64],\
"button noaccount": [83, -65, -52],\
"button password": [0, -86, 0],\
"button remember": [-32, 16, -53],\
"button reset": [26, 42, -19],\
"button search": [-93, -98, -112],\
"button settings": [17, -43, -65],\
"button signin": [38, 160, -84],\
"button signup": [-17, -34, -62],\
"button terms": [15, 7, -54],\
"button verify": [-34, -11, -27],\
"class again": [-89, 0, 0],\
"class answer": [0, -34, 0],\
"class captcha": [-83, -223, 0],\
"class card": [-9, -14, -8],\
"class company": [-99, -25, 0],\
"class coupon": [-15, -15, 0],\
"class email": [-57, -80, -68],\
"class fresh": [-42, -29, 111],\
"class message": [0, -39, 0],\
"class number": [-75, -152, 0],\
"class password": [-320, -63, 277],\
"class person": [-91, -73, -55],\
"class phone": [13, -65, -24],\
"class place": [-41, -30, -27],\
"class postal": [0, -10, -9],\
"class search": [-59, -120, -58],\
"class user": [192, -26, -23],\
"class weakcode": [-23, 171, -15],\
"declares email": [-53, -100, -88],\
"declares name": [-235, -94, -55],\
"declares new-password": [62, 0, 0],\
"declares nickname": [92, 0, 0],\
"declares off": [-17, 10, -101],\
"declares one-time-code": [-115, 346, -57],\
"declares organization": [-166, -47, -32],\
"declares tel": [-149, -124, -68],\
"declares username": [313, -86, -74],\
"declares webauthn": [116, 91, 0],\
"email beside an email": [-32, -35, -32],\
"email, another is the user name": [-60, -14, -11],\
"email, no other user name": [185, -78, -77],\
"email, no password": [-79, -65, -99],\
"first text field": [71, -69, -105],\
"form checkout": [-78, -120, -92],\
"form code": [15, 26, -68],\
"form contact": [-80, 33, -81],\
"form forgot": [-56, -128, -53],\
"form fresh": [55, -57, -5],\
"form haveaccount": [-38, 60, -32],\
"form newsletter": [-139, -64, -87],\
"form noaccount": [68, -5, -54],\
"form password": [0, -74, 0],\
"form remember": [-57, 14, -54],\
"form reset": [14, 14, -56],\
"form search": [-61, -124, -100],\
"form settings": [23, -65, -63],\
"form signin": [167, -38, -66],\
"form signup": [60, 17, -17],\
"form terms": [0, -97, -53],\
"form verify": [-35, 107, -75],\
"has the focus first": [-16, 124, -9],\
"heading checkout": [-67, -66, -81],\
"heading code": [-87, 52, -75],\
"heading contact": [20, -33, -88],\
"heading forgot": [97, -48, -52],\
"heading fresh": [-45, -25, -61],\
"heading haveaccount": [-49, -15, -54],\
"heading newsletter": [-199, -106, -89],\
"heading noaccount": [67, -15, -19],\
"heading password": [0, -17, 0],\
"heading remember": [85, -35, -52],\
"heading reset": [0, -6, -51],\
"heading search": [95, 15, -50],\
"heading settings": [-24, 0, -67],\
"heading signin": [235, -40, -85],\
"heading signup": [69, -44, -34],\
"heading terms": [13, -19, -51],\
"heading verify": [-70, -49, -61],\
"keeps small letters": [49, -26, -70],\
"label again": [-304, 48, -22],\
"label answer": [-78, -148, -28],\
"label captcha": [-185, -118, -55],\
"label card": [-81, -106, -54],\
"label code": [-92, 155, -69],\
"label company": [-308, -77, -64],\
"label contact": [11, -23, -6],\
"label coupon": [-130, -122, -65],\
"label email": [12, -74, -96],\
"label fresh": [8, -103, -46],\
"label member": [167, -8, -7],\
"label message": [-49, -86, -49],\
"label newsletter": [-21, -22, 0],\
"label noaccount": [25, 0, 0],\
"label number": [-312, -179, -88],\
"label old": [-7, -19, -42],\
"label password": [0, 27, 385],\
"label person": [59, -109, -92],\
"label phone": [58, -143, -89],\
"label place": [-32, -92, -88],\
"label postal": [-44, -82, -75],\
"label says nothing": [-9, 44, -101],\
"label search": [-216, -170, -108],\
"label signin": [208, 96, -47],\
"label signup": [54, 16, 0],\
"label user": [227, -68, -79],\
"label verify": [-67, 164, -54],\
"label weakcode": [-71, 235, -65],\
"labelled by the text beside it": [-36, 24, -94],\
"link checkout": [-25, 0, -33],\
"link code": [5, -70, -55],\
"link contact": [-25, -7, -52],\
"link forgot": [47, -10, -79],\
"link fresh": [-44, -12, -66],\
"link haveaccount": [26, -6, -36],\
"link newsletter": [-19, -16, -31],\
"link noaccount": [113, -51, -47],\
"link password": [118, -76, -73],\
"link remember": [74, 6, -50],\
"link reset": [-118, -64, -45],\
"link search": [30, -15, -50],\
"link settings": [-12, 0, -51],\
"link signin": [9, -17, -26],\
"link signup": [106, -13, -77],\
"link terms": [20, 35, -51],\
"link verify": [68, 215, -56],\
"name again": [-121, 30, -6],\
"name answer": [-113, -113, -34],\
"name captcha": [-134, -80, -28],\
"name card": [-5, -92, -63],\
"name code": [-88, 164, -62],\
"name company": [-349, -56, -51],\
"name contact": [-10, 0, 0],\
"name coupon": [-100, -66, -53],\
"name email": [43, -106, -95],\
"name member": [147, 0, 0],\
"name message": [-43, -50, -43],\
"name number": [-396, -120, -67],\
"name password": [-38, 0, 414],\
"name person": [-233, -114, -96],\
"name phone": [33, -172, -87],\
"name place": [19, -85, -81],\
"name postal": [-145, -81, -74],\
"name says nothing": [14, 70, -86],\
"name search": [-159, -138, -100],\
"name signin": [0, 28, -71],\
"name signup": [-27, -43, -13],\
"name user": [-32, -78, -84],\
"name verify": [-56, 149, -44],\
"name weakcode": [-11, 88, -59],\
"named, beside passwords": [185, -86, -85],\
"nothing here is named": [-60, 38, -104],\
"other button checkout": [25, 22, -58],\
"other button code": [-48, 23, -52],\
"other button contact": [0, 27, 31],\
"other button forgot": [-46, -5, -53],\
"other button fresh": [36, -17, -59],\
"other button haveaccount": [0, -53, -52],\
"other button newsletter": [-58, -62, -58],\
"other button noaccount": [35, 7, -55],\
"other button remember": [78, -23, -54],\
"other button reset": [40, -33, -19],\
"other button search": [-98, -62, -64],\
"other button settings": [-20, 26, -16],\
"other button signin": [0, 10, -56],\
"other button signup": [-10, -110, 0],\
"other button terms": [0, -30, -14],\
"other button verify": [-40, -49, -54],\
"page checkout": [-35, -67, -88],\
"page code": [-82, 53, -35],\
"page contact": [-46, 8, -48],\
"page forgot": [-116, -77, -55],\
"page fresh": [53, 0, -54],\
"page haveaccount": [-65, -62, -49],\
"page newsletter": [-6, 0, -7],\
"page noaccount": [36, 120, -51],\
"page password": [-169, -140, -32],\
"page remember": [-49, -28, -34],\
"page reset": [-21, -39, -49],\
"page search": [-22, -25, -52],\
"page settings": [-31, -49, -58],\
"page signin": [134, -58, -81],\
"page signup": [-49, -65, -66],\
"page terms": [-62, -28, 19],\
"page verify": [-69, 86, -73],\
"passwords: 0": [-149, -78, -108],\
"passwords: 1": [80, -51, -45],\
"passwords: 2": [68, -64, -89],\
"passwords: 3": [-78, -107, 0],\
"personal": [-152, -115, -100],\
"personal, before a password": [215, -15, -8],\
"phone beside a name or email": [-265, -84, -80],\
"read only": [19, 0, 0],\
"says again": [-370, 86, -29],\
"says answer": [-119, -155, -40],\
"says captcha": [-196, -148, -61],\
"says card": [0, -129, -71],\
"says code": [-105, 186, -74],\
"says company": [-314, -81, -67],\
"says contact": [-9, -36, -20],\
"says coupon": [-133, -132, -67],\
"says email": [21, -79, -97],\
"says fresh": [-86, -103, -47],\
"says member": [222, -15, -14],\
"says message": [-59, -94, -58],\
"says newsletter": [-21, -22, 0],\
"says noaccount": [25, 0, 0],\
"says number": [-310, -166, -89],\
"says old": [-5, -19, -43],\
"says password": [-20, 25, 473],\
"says person": [-103, -116, -96],\
"says phone": [179, -156, -90],\
"says place": [8, -97, -92],\
"says postal": [9, -86, -78],\
"says search": [-212, -183, -109],\
"says signin": [91, 113, -77],\
"says signup": [-5, -27, -30],\
"says user": [61, -63, -86],\
"says verify": [-85, 178, -66],\
"says weakcode": [-34, 202, -59],\
"shows a code": [0, 28, 0],\
"takes 1 to 3 signs": [-74, 319, -32],\
"takes 4 to 8 digits": [-13, 99, -9],\
"takes 4 to 8 signs": [-169, 210, -72],\
"takes 9 to 16 signs": [0, 89, 0],\
"takes digits": [-104, 166, -65],\
"text checkout": [-136, -80, -56],\
"text code": [-6, 95, -54],\
"text contact": [-59, -36, -29],\
"text fields: 1": [72, -53, -106],\
"text fields: 2": [-170, -137, -84],\
"text fields: 3": [-179, -12, -60],\
"text fields: 4": [-123, -87, -47],\
"text fields: many": [-99, -62, -82],\
"text forgot": [65, -65, -80],\
"text fresh": [0, -48, -53],\
"text haveaccount": [19, -30, -19],\
"text newsletter": [-118, -6, -84],\
"text noaccount": [134, -38, -62],\
"text remember": [-59, -13, -77],\
"text reset": [77, -52, -67],\
"text search": [-45, 32, 48],\
"text settings": [-70, 39, -7],\
"text signin": [57, 48, -51],\
"text signup": [13, -21, -43],\
"text terms": [31, -25, -28],\
"text verify": [-108, 136, -28],\
"tick newsletter": [139, 53, -14],\
"tick remember": [-89, -44, -46],\
"tick terms": [49, -83, -40],\
"two before a password": [228, -94, -77],\
"type email": [-70, -109, -93],\
"type number": [-57, 0, -40],\
"type tel": [-203, -54, -94],\
"type text": [-74, -56, -87],\
"user name beside an email": [141, -71, -70],\
"user name, no password": [13, -22, -76]\
}}',
};
