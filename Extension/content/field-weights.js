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
"": [54, 37, -66],\
"after a new one": [-103, 101, -71],\
"after a text field": [-44, -143, -65],\
"after a user name": [130, 77, -84],\
"after an email": [127, 70, -77],\
"after one typed again": [98, -72, -12],\
"after the old one": [-99, 104, -59],\
"another is declared new": [0, 93, -77],\
"another is the old one": [-159, 130, -47],\
"around checkout": [-5, 23, 10],\
"around code": [-50, -82, -12],\
"around contact": [-51, 51, 17],\
"around forgot": [-39, 89, -34],\
"around fresh": [6, 71, -45],\
"around haveaccount": [-56, 25, -29],\
"around newsletter": [38, -24, 32],\
"around noaccount": [-138, -35, -27],\
"around password": [-18, 32, 10],\
"around remember": [70, -5, 55],\
"around reset": [-41, 24, 25],\
"around search": [-121, -30, 18],\
"around settings": [75, 37, -26],\
"around signin": [47, 8, -45],\
"around signup": [-82, 98, -39],\
"around social": [8, -39, 16],\
"around terms": [-5, 53, -34],\
"around verify": [-21, -30, -33],\
"before a new one": [144, -143, 28],\
"before something personal": [264, -83, -41],\
"beside a card": [-208, -214, -61],\
"beside a message": [27, -49, 66],\
"beside a password twice": [-40, 114, -66],\
"beside a person": [-201, -49, -91],\
"beside a picture": [6, -37, -11],\
"beside a place": [-125, -72, -87],\
"beside an old password": [168, 58, -78],\
"button checkout": [-20, 15, -34],\
"button code": [47, 51, -16],\
"button contact": [73, 7, 46],\
"button forgot": [76, -38, -20],\
"button fresh": [40, 51, -34],\
"button haveaccount": [66, -44, -33],\
"button newsletter": [106, 39, -41],\
"button noaccount": [46, 47, -15],\
"button password": [-119, 100, -12],\
"button remember": [83, -11, -31],\
"button reset": [26, 88, -28],\
"button search": [17, -6, -24],\
"button settings": [-6, -40, -52],\
"button signin": [131, -123, -61],\
"button signup": [-144, 114, -73],\
"button social": [-55, 80, -33],\
"button terms": [-14, -95, -39],\
"button verify": [0, 28, -32],\
"class again": [-62, 80, -39],\
"class answer": [-46, -57, -22],\
"class card": [-5, -46, 0],\
"class company": [-15, -36, -17],\
"class fresh": [-85, 90, -25],\
"class number": [-8, -25, 0],\
"class old": [50, -16, 0],\
"class password": [66, 84, -68],\
"class reset": [-80, 87, -24],\
"class search": [13, -7, 0],\
"class weakcode": [31, -118, -15],\
"declares current-password": [219, -260, -82],\
"declares new-password": [-152, 157, -83],\
"declares off": [-145, 0, -60],\
"declares one-time-code": [-180, -97, 443],\
"declares webauthn": [42, -25, 181],\
"emails: 2": [30, 49, -58],\
"first of all": [75, -196, 70],\
"first of twins": [-66, -47, -121],\
"form checkout": [-88, 47, -34],\
"form code": [-57, -39, 89],\
"form contact": [-37, 11, -12],\
"form forgot": [-79, 38, -32],\
"form fresh": [-102, 86, -34],\
"form haveaccount": [-6, -40, 9],\
"form newsletter": [95, 34, -30],\
"form noaccount": [63, -61, 7],\
"form password": [-113, 102, -45],\
"form remember": [-84, -27, 21],\
"form reset": [-32, 70, -55],\
"form search": [-82, -87, 74],\
"form settings": [0, 5, 36],\
"form signin": [85, -126, -66],\
"form signup": [-162, 122, -73],\
"form social": [-44, 58, -37],\
"form terms": [77, 13, 40],\
"form verify": [-74, -133, 13],\
"has the focus first": [0, 0, 32],\
"heading checkout": [17, -50, -40],\
"heading code": [-29, 9, 39],\
"heading contact": [82, 7, -12],\
"heading forgot": [-17, 34, -33],\
"heading fresh": [-48, 53, -64],\
"heading haveaccount": [-48, -92, -38],\
"heading newsletter": [75, -111, 35],\
"heading noaccount": [-62, 56, -25],\
"heading password": [50, 84, -53],\
"heading remember": [0, 94, -33],\
"heading reset": [32, 82, -67],\
"heading search": [-24, -79, -10],\
"heading settings": [-21, 47, -23],\
"heading signin": [92, -16, -60],\
"heading signup": [-83, 94, -57],\
"heading social": [69, 21, -38],\
"heading terms": [-53, 30, -6],\
"heading verify": [-82, -128, -41],\
"is typed again below": [-171, 132, -81],\
"keeps small letters": [58, 48, -25],\
"label again": [-101, 90, -59],\
"label answer": [-166, -160, -58],\
"label card": [-171, -132, -47],\
"label code": [-101, -106, 288],\
"label company": [-79, -184, -33],\
"label fresh": [-171, 124, -74],\
"label number": [-82, -112, -20],\
"label old": [145, -163, -52],\
"label password": [152, 75, -87],\
"label postal": [97, -62, 0],\
"label reset": [92, 18, -48],\
"label says nothing": [-112, 12, -13],\
"label signin": [-39, -36, 148],\
"label signup": [-19, -16, 83],\
"label user": [-21, -13, -42],\
"label verify": [-89, 17, 126],\
"label weakcode": [-100, -69, 17],\
"labelled by the text beside it": [65, -11, -10],\
"link checkout": [34, -63, -21],\
"link code": [56, 37, -28],\
"link contact": [49, 61, -38],\
"link forgot": [77, -18, -57],\
"link fresh": [77, -77, -36],\
"link haveaccount": [-36, 74, -71],\
"link newsletter": [-38, -65, 35],\
"link noaccount": [52, 12, -67],\
"link password": [103, -81, -54],\
"link remember": [-29, 29, -29],\
"link reset": [17, 50, -25],\
"link search": [7, 0, -6],\
"link settings": [40, 28, 47],\
"link signin": [-90, 88, -42],\
"link signup": [69, -24, -43],\
"link social": [0, -34, -27],\
"link terms": [33, 67, -43],\
"link verify": [-17, -20, 59],\
"name again": [97, 43, -76],\
"name answer": [-273, -246, -93],\
"name card": [-132, -121, -36],\
"name code": [-25, 28, 196],\
"name fresh": [-78, 96, -61],\
"name old": [135, -123, -54],\
"name password": [94, 102, -87],\
"name reset": [-56, 79, -50],\
"name says nothing": [-82, -10, 13],\
"name signin": [65, 64, -57],\
"name signup": [48, 27, -31],\
"name user": [64, 5, 19],\
"name verify": [-25, -22, 165],\
"name weakcode": [-85, -250, 24],\
"other button checkout": [11, 7, -30],\
"other button code": [-31, -65, -30],\
"other button contact": [-69, 80, -19],\
"other button forgot": [-43, -62, -42],\
"other button fresh": [19, 9, -12],\
"other button haveaccount": [-93, 23, -39],\
"other button newsletter": [0, -37, -34],\
"other button noaccount": [0, -41, -32],\
"other button remember": [0, 12, 5],\
"other button reset": [-52, -50, -29],\
"other button search": [11, -91, -30],\
"other button settings": [79, -31, -17],\
"other button signin": [179, -43, -40],\
"other button signup": [-24, 67, -57],\
"other button social": [0, 113, -46],\
"other button terms": [-98, 0, 13],\
"other button verify": [62, 34, -37],\
"page checkout": [8, 16, -36],\
"page code": [-17, -44, 184],\
"page contact": [9, -37, -42],\
"page forgot": [-17, -33, -43],\
"page fresh": [0, 87, -22],\
"page haveaccount": [35, 16, 21],\
"page newsletter": [-144, 19, 47],\
"page noaccount": [22, 67, 9],\
"page password": [-24, 90, -64],\
"page remember": [-21, 50, -23],\
"page reset": [-170, 125, -59],\
"page search": [-22, 47, -25],\
"page settings": [32, 52, -61],\
"page signin": [69, 0, -54],\
"page signup": [0, 68, -76],\
"page social": [-7, 51, 0],\
"page terms": [0, 11, -28],\
"page verify": [-8, 9, 27],\
"password 1 of 1": [67, 5, -35],\
"password 1 of 2": [-52, 35, -82],\
"password 1 of 3": [186, -213, -27],\
"password 2 of 2": [-116, 54, -69],\
"password 2 of 3": [-158, 113, -74],\
"password 3 of 3": [-145, 62, -85],\
"passwords: 1": [67, 5, -35],\
"passwords: 2": [-94, 46, -80],\
"passwords: 3": [95, 13, -80],\
"says again": [62, 44, -59],\
"says answer": [-300, -276, -96],\
"says card": [-206, -184, -57],\
"says code": [-68, -25, 281],\
"says company": [-83, -189, -33],\
"says email": [5, 0, 0],\
"says fresh": [-175, 129, -77],\
"says number": [-88, -114, -20],\
"says old": [163, -175, -60],\
"says password": [186, 73, -87],\
"says postal": [97, -62, 0],\
"says reset": [19, 52, -64],\
"says signin": [67, 10, 20],\
"says signup": [25, 27, 30],\
"says user": [26, 17, -14],\
"says verify": [-111, 7, 181],\
"says weakcode": [-56, -65, 25],\
"second of twins": [-154, -21, -101],\
"shows a code": [0, -15, 16],\
"takes 1 to 3 signs": [-184, -277, -91],\
"takes 4 to 8 digits": [-179, -180, -141],\
"takes 4 to 8 signs": [-111, -195, 33],\
"takes 9 to 16 signs": [-176, -262, -67],\
"takes digits": [-284, -320, -98],\
"text checkout": [-68, -119, -20],\
"text code": [-76, 21, 124],\
"text contact": [-100, -45, 61],\
"text fields: 0": [-27, 63, -31],\
"text fields: 1": [160, -57, -80],\
"text fields: 2": [-101, 28, -70],\
"text fields: 3": [-34, -39, -63],\
"text fields: 4": [-214, -95, -52],\
"text fields: many": [-70, 45, -76],\
"text forgot": [86, -46, -49],\
"text fresh": [-25, 76, -32],\
"text haveaccount": [-12, 62, -64],\
"text newsletter": [-37, 44, -62],\
"text noaccount": [68, 5, -61],\
"text remember": [47, -98, 22],\
"text reset": [28, 72, -48],\
"text search": [-49, -54, -21],\
"text settings": [-63, -22, -29],\
"text signin": [111, 59, -61],\
"text signup": [-90, 98, -70],\
"text social": [92, 40, -31],\
"text terms": [-173, 113, -61],\
"text verify": [-10, -39, 49],\
"tick newsletter": [0, 64, -66],\
"tick remember": [104, -98, -54],\
"tick terms": [16, 55, -58],\
"type password": [56, 34, -64],\
"type text": [-90, 93, 0],\
"user name and email": [-21, 90, -73]\
}}',
  text: '{\
"purposes": ["username","one-time-code","new-password"],\
"weights": {\
"": [-106, -63, -88],\
"a later email": [-394, -51, -39],\
"after a password": [-259, -102, -80],\
"after all passwords": [-266, -99, -89],\
"alone": [-72, 5, -110],\
"alone with passwords": [231, -81, -101],\
"another is a code": [-49, 153, 66],\
"another is the user name": [-270, -74, -15],\
"around checkout": [-27, -70, 6],\
"around code": [10, 69, -36],\
"around contact": [-16, -122, -41],\
"around forgot": [41, 18, -66],\
"around fresh": [34, -58, -63],\
"around haveaccount": [38, -32, -67],\
"around newsletter": [-29, 32, -75],\
"around noaccount": [27, -58, -6],\
"around remember": [-21, 19, -67],\
"around reset": [0, 0, -67],\
"around search": [12, -89, -75],\
"around settings": [30, -55, -71],\
"around signin": [22, 54, -62],\
"around signup": [38, 58, -14],\
"around social": [23, -65, 0],\
"around terms": [-6, 48, -65],\
"around verify": [-24, 19, -55],\
"before a password": [271, 69, 6],\
"beside a captcha": [-131, -104, -42],\
"beside a card": [-306, -103, -104],\
"beside a message": [-261, -118, -103],\
"beside a password twice": [53, -50, -12],\
"beside a person": [-104, -112, -79],\
"beside a picture": [-84, -273, -48],\
"beside a place": [-75, -140, -85],\
"beside an email": [-300, -124, -57],\
"button checkout": [-51, -95, -92],\
"button code": [6, -31, -53],\
"button contact": [-46, -25, -60],\
"button forgot": [19, 109, -67],\
"button fresh": [39, 16, 40],\
"button haveaccount": [-12, -19, -67],\
"button newsletter": [-134, -67, -90],\
"button noaccount": [-29, 0, -66],\
"button password": [0, 39, 0],\
"button remember": [50, 14, -58],\
"button reset": [17, -57, -69],\
"button search": [-90, -159, -112],\
"button settings": [-39, -22, -58],\
"button signin": [51, 49, -83],\
"button signup": [-30, -27, -29],\
"button social": [27, -8, -38],\
"button terms": [27, 72, -67],\
"button verify": [-14, -25, -68],\
"class again": [-88, 0, 0],\
"class answer": [-19, -53, 0],\
"class captcha": [-96, -160, -11],\
"class card": [-88, -73, -22],\
"class company": [-161, -17, -11],\
"class coupon": [-93, -74, -13],\
"class email": [-6, -93, -78],\
"class message": [0, -12, 0],\
"class number": [-21, -39, -12],\
"class old": [-7, -5, 0],\
"class password": [-6, -22, 191],\
"class person": [-180, -79, -69],\
"class phone": [-15, -83, -44],\
"class place": [-162, -41, -38],\
"class postal": [73, -36, -29],\
"class search": [-80, -126, -80],\
"class user": [204, -42, -41],\
"class weakcode": [-35, 191, -24],\
"declares email": [-32, -111, -91],\
"declares name": [-352, -91, -72],\
"declares new-password": [148, -24, 81],\
"declares nickname": [109, -6, -6],\
"declares off": [19, -28, -81],\
"declares one-time-code": [-158, 397, -71],\
"declares organization": [-253, -62, -55],\
"declares tel": [-9, -126, -80],\
"declares username": [368, -91, -81],\
"declares webauthn": [13, 96, 0],\
"email beside an email": [-42, -60, -50],\
"email, another is the user name": [-124, -42, -29],\
"email, no other user name": [129, -82, -81],\
"email, no password": [48, -33, -101],\
"first text field": [59, -65, -108],\
"form checkout": [-49, -111, -53],\
"form code": [7, 21, -78],\
"form contact": [8, 15, -66],\
"form forgot": [-20, -32, -69],\
"form fresh": [38, -51, -79],\
"form haveaccount": [-5, 25, -43],\
"form newsletter": [-221, -123, -56],\
"form noaccount": [-17, -5, -51],\
"form password": [0, 10, 0],\
"form remember": [27, 0, -66],\
"form reset": [36, 18, 7],\
"form search": [-56, -199, -93],\
"form settings": [-93, -110, -71],\
"form signin": [117, 0, -85],\
"form signup": [126, 25, -18],\
"form social": [62, -78, -66],\
"form terms": [0, 15, -65],\
"form verify": [0, -9, -81],\
"has the focus first": [-35, 169, -22],\
"heading checkout": [-11, -118, -95],\
"heading code": [-13, 102, -80],\
"heading contact": [-84, -20, -93],\
"heading forgot": [-39, -23, 0],\
"heading fresh": [22, -34, 22],\
"heading haveaccount": [48, 10, -65],\
"heading newsletter": [-226, -64, -80],\
"heading noaccount": [0, -106, -66],\
"heading password": [-17, 40, -9],\
"heading remember": [-38, -34, -66],\
"heading reset": [76, -39, -19],\
"heading search": [-11, 0, -7],\
"heading settings": [-28, -53, -55],\
"heading signin": [154, 6, -79],\
"heading signup": [164, -30, -30],\
"heading social": [-55, 14, -56],\
"heading terms": [-38, -36, -41],\
"heading verify": [-22, -6, -46],\
"keeps small letters": [49, -12, -81],\
"label again": [-357, 80, -43],\
"label answer": [-132, -148, -47],\
"label captcha": [-189, -123, -73],\
"label card": [-119, -109, -67],\
"label checkout": [0, -9, 0],\
"label code": [-179, 132, -78],\
"label company": [-42, -89, -76],\
"label contact": [45, -20, -12],\
"label coupon": [-132, -111, -77],\
"label email": [-20, -57, -97],\
"label fresh": [8, -47, -17],\
"label member": [174, -53, -23],\
"label message": [-74, -86, -69],\
"label newsletter": [-59, -27, 0],\
"label noaccount": [31, 0, 0],\
"label number": [-184, -340, -92],\
"label password": [92, -23, 440],\
"label person": [58, -100, -96],\
"label phone": [58, -130, -94],\
"label place": [-5, -97, -92],\
"label postal": [-94, -95, -84],\
"label reset": [-15, 22, -7],\
"label says nothing": [-33, -57, -93],\
"label search": [-209, -186, -117],\
"label settings": [0, -13, 0],\
"label signin": [143, 65, -63],\
"label signup": [-110, 30, -22],\
"label social": [-56, -35, 0],\
"label user": [210, -42, -84],\
"label verify": [-94, 135, -64],\
"label weakcode": [-130, 210, -15],\
"labelled by the text beside it": [-27, 65, -89],\
"link checkout": [5, -54, -29],\
"link code": [27, -12, -54],\
"link contact": [23, -30, -53],\
"link forgot": [57, 0, -71],\
"link fresh": [-18, 24, -63],\
"link haveaccount": [67, 0, -40],\
"link newsletter": [47, 71, -67],\
"link noaccount": [103, 18, -64],\
"link password": [84, -78, -78],\
"link remember": [-15, 92, -68],\
"link reset": [-28, -82, -12],\
"link search": [-92, -56, -66],\
"link settings": [0, -87, -66],\
"link signin": [85, 17, -41],\
"link signup": [102, 0, -84],\
"link social": [-18, 63, -67],\
"link terms": [56, -24, -66],\
"link verify": [-66, 196, -80],\
"name again": [-252, 0, -19],\
"name answer": [-136, -114, -51],\
"name captcha": [-138, -98, -49],\
"name card": [85, -104, -77],\
"name checkout": [0, -28, 0],\
"name code": [-105, 75, -47],\
"name company": [-350, -74, -68],\
"name contact": [-7, 0, 0],\
"name coupon": [-162, -89, -72],\
"name email": [0, -116, -96],\
"name member": [162, -19, -15],\
"name message": [-62, -69, -60],\
"name number": [-322, -181, -80],\
"name password": [-70, 0, 520],\
"name person": [-269, -103, -99],\
"name phone": [111, -135, -93],\
"name place": [17, -95, -88],\
"name postal": [-167, -101, -84],\
"name reset": [0, 0, 65],\
"name says nothing": [-18, 76, -96],\
"name search": [-216, -148, -109],\
"name settings": [23, 0, 0],\
"name signin": [-27, 31, -67],\
"name signup": [67, -32, -22],\
"name user": [-16, -51, -75],\
"name verify": [-76, 167, -61],\
"name weakcode": [87, 94, -44],\
"named, beside passwords": [186, -59, -87],\
"nothing here is named": [-67, 27, -110],\
"other button checkout": [7, 37, -38],\
"other button code": [24, 34, -66],\
"other button contact": [-106, -40, -60],\
"other button forgot": [-11, 32, -45],\
"other button fresh": [24, -51, -58],\
"other button haveaccount": [-28, 45, -67],\
"other button newsletter": [-19, -40, -69],\
"other button noaccount": [-29, -22, -68],\
"other button password": [0, -38, 0],\
"other button remember": [-16, 0, -52],\
"other button reset": [-5, -30, -68],\
"other button search": [-25, -8, -40],\
"other button settings": [5, -136, -66],\
"other button signin": [135, -12, -82],\
"other button signup": [13, 18, -64],\
"other button social": [110, -49, -62],\
"other button terms": [19, -37, -66],\
"other button verify": [12, 65, -25],\
"page checkout": [-50, -78, -96],\
"page code": [15, 100, -77],\
"page contact": [-31, 19, -48],\
"page forgot": [9, 32, -70],\
"page fresh": [-17, 5, -62],\
"page haveaccount": [-15, 39, 47],\
"page newsletter": [12, -11, -31],\
"page noaccount": [-40, -30, -65],\
"page password": [-266, -176, -85],\
"page remember": [53, 0, -36],\
"page reset": [-10, 0, -94],\
"page search": [0, 14, -68],\
"page settings": [25, 94, -59],\
"page signin": [52, -59, -78],\
"page signup": [-37, -83, -28],\
"page social": [-32, -46, 0],\
"page terms": [-50, 10, -66],\
"page verify": [33, 70, -78],\
"passwords: 0": [-112, -74, -106],\
"passwords: 1": [5, -35, -32],\
"passwords: 2": [6, -65, -91],\
"passwords: 3": [-133, -24, -5],\
"personal": [-224, -111, -102],\
"personal, before a password": [436, -33, -23],\
"phone beside a name or email": [-374, -101, -88],\
"read only": [46, 0, 0],\
"says again": [-418, 104, -48],\
"says answer": [-152, -168, -58],\
"says captcha": [-198, -169, -77],\
"says card": [12, -131, -84],\
"says checkout": [0, -35, 0],\
"says code": [-182, 116, -63],\
"says company": [-104, -92, -79],\
"says contact": [65, -37, -28],\
"says coupon": [-157, -114, -80],\
"says email": [89, -66, -97],\
"says fresh": [63, -52, 28],\
"says member": [297, -79, -34],\
"says message": [-82, -95, -76],\
"says newsletter": [-63, -28, 0],\
"says noaccount": [16, 0, 0],\
"says number": [-152, -282, -93],\
"says old": [-7, 0, -27],\
"says optional": [0, -5, 0],\
"says password": [0, -27, 613],\
"says person": [-133, -104, -99],\
"says phone": [248, -123, -95],\
"says place": [-47, -102, -95],\
"says postal": [-110, -106, -87],\
"says reset": [-16, 22, 52],\
"says search": [-236, -207, -117],\
"says settings": [20, -17, 0],\
"says signin": [73, 75, -75],\
"says signup": [-73, 0, -48],\
"says social": [-55, -35, 0],\
"says user": [39, -36, -79],\
"says verify": [-102, 142, -75],\
"says weakcode": [7, 182, -32],\
"shows a code": [0, 98, 0],\
"takes 1 to 3 signs": [-169, 390, -54],\
"takes 4 to 8 digits": [-27, 169, -19],\
"takes 4 to 8 signs": [-197, 107, -86],\
"takes 9 to 16 signs": [0, 70, 0],\
"takes digits": [-132, 290, -75],\
"text checkout": [-6, -102, -96],\
"text code": [-47, 68, -29],\
"text contact": [28, -37, -66],\
"text fields: 1": [21, -8, -111],\
"text fields: 2": [-136, -107, -67],\
"text fields: 3": [-112, -210, -69],\
"text fields: 4": [-129, -57, -68],\
"text fields: many": [-112, -36, -79],\
"text forgot": [54, -24, -84],\
"text fresh": [-12, -61, -67],\
"text haveaccount": [127, -24, -23],\
"text newsletter": [-119, -57, -47],\
"text noaccount": [36, -40, -83],\
"text remember": [9, 114, -52],\
"text reset": [0, 127, -46],\
"text search": [-9, 49, -70],\
"text settings": [26, 7, -55],\
"text signin": [114, 60, -56],\
"text signup": [-10, 0, -39],\
"text social": [-33, 61, -22],\
"text terms": [-30, -52, -18],\
"text verify": [18, 98, -47],\
"tick newsletter": [152, 9, 5],\
"tick remember": [-89, -53, -60],\
"tick terms": [217, -34, -48],\
"two before a password": [163, -95, -83],\
"type email": [-23, -128, -95],\
"type number": [-70, 186, -52],\
"type tel": [-292, 90, -98],\
"type text": [-69, -71, -82],\
"user name beside an email": [220, -78, -49],\
"user name, no password": [89, -47, -62]\
}}',
};
