// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What fields, buttons and headings say, by the first three letters, by "=" and the first word
// where that is shorter, or by the first sign in Asian scripts; written from Extension/training/words.mjs: change nothing here by hand.
// `_` is the edge of a word, and a blank may be there or not. The words are texts in JSON, because most frames have no field and need not
// read them, and those with letters beyond ASCII stand apart, because most pages have none.

globalThis.PassfoldFieldWords ??= {
  plain: '{\
"2fa":"code:2 fa,2 factor;verify:2 fa",\
"2st":"code:2 step;verify:2 step",\
"=2":"code:2 fa,2 factor,2 step;verify:2 step,2 fa",\
"=a":"again:a nouveau",\
"=ad":"person:_ad_,ad soyad",\
"=ai":"haveaccount:ai deja",\
"=al":"haveaccount:al een account",\
"=at":"fresh:_at least",\
"=au":"fresh:au moins",\
"=be":"newsletter:be the first",\
"=by":"terms:by creating,by signing up,by clicking",\
"=cc":"card:_cc num,_cc_",\
"=cp":"postal:_cp_",\
"=cu":"old:_cu_",\
"=da":"haveaccount:da co",\
"=de":"again:de nuevo;captcha:de l image",\
"=e":"email:_e mail,e post,e mail cim,e posta,e pasts,e posti",\
"=ei":"noaccount:ei ole",\
"=el":"email:el pastas",\
"=en":"fresh:en az",\
"=ho":"person:ho va ten,ho ten",\
"=i":"terms:_i agree,_i accept",\
"=in":"newsletter:in your inbox",\
"=j":"user:_j username;terms:j accepte",\
"=ja":"haveaccount:ja tem,ja possui,ja e cadastrad,ja tenho",\
"=jo":"haveaccount:jo tili",\
"=ma":"member:ma so,ma sinh vien;code:ma xac minh,ma xac thuc,ma xac nhan,ma bao mat,ma otp;weakcode:_ma_;coupon:ma moi;postal:ma buu",\
"=mc":"newsletter:mc embedded",\
"=mi":"settings:mi cuenta",\
"=my":"settings:my account",\
"=no":"noaccount:no account,no tienes,no tengo",\
"=nu":"noaccount:nu ai",\
"=ny":"fresh:_ny_;reset:ny adgangskode;noaccount:ny kund,ny bruger,ny bruker",\
"=pw":"password:_pw_;again:_pw 2",\
"=q":"search:_q_",\
"=qr":"number:_qr_",\
"=re":"again:_re enter,_re type,re password",\
"=rz":"user:rz kennung",\
"=s":"signin:s identifier;signup:s inscrire",\
"=se":"signin:se connecter;remember:se souvenir",\
"=tc":"member:tc kimlik",\
"=to":"number:_to_",\
"=uj":"fresh:_uj_,uj jelszo;reset:uj jelszo",\
"=un":"user:_un_",\
"=uz":"haveaccount:uz mate",\
"=we":"code:we sent,we texted;verify:we sent,we texted",\
"=ya":"haveaccount:ya tienes,ya tengo,ya eres",\
"aan":"signin:aanmelden bij;signup:aanmaken",\
"abg":"captcha:abgebildet",\
"abo":"newsletter:abonn,abonneer,abonner,aboneaz,abone",\
"acc":"user:account name,account id,accountnaam;member:account no_,account num,access id,access num;code:access code;signin:_access your,acceder,acceso_,_accede,_accedi,_accesso,_accedere;signup:account aanmaken;terms:accetto;settings:account info",\
"ace":"signin:_acessar,_acesso_;terms:acepto,aceito",\
"ach":"person:achternaam",\
"acq":"checkout:acquist",\
"act":"old:actuel,actual_,actuala;code:activation code;coupon:actiecode;newsletter:actualites",\
"add":"place:_address,_addr_",\
"adg":"password:adgangskode",\
"adi":"person:_adiniz",\
"adr":"email:adresse mail;place:_adres_",\
"ads":"person:ad soyad",\
"afb":"captcha:afbeelding",\
"aff":"coupon:affiliate",\
"afr":"checkout:afrekenen",\
"aga":"again:_again",\
"agb":"terms:_agb_",\
"age":"member:agent id,agent code;person:_age_",\
"agg":"newsletter:aggiornament",\
"aid":"haveaccount:ai deja",\
"ain":"noaccount:ainda nao",\
"air":"coupon:_airdrop",\
"aja":"coupon:ajandek",\
"aju":"settings:ajustes",\
"akc":"terms:akceptuj",\
"akt":"old:aktuell,aktualne,aktualni;coupon:aktionscode",\
"ala":"postal:alan kodu",\
"ale":"fresh:alespon,alege;coupon:alennus;haveaccount:al een account;newsletter:alerts",\
"ali":"user:alias",\
"all":"haveaccount:allerede",\
"alm":"fresh:almeno",\
"alr":"haveaccount:already have,already a member,already regist,already on",\
"alt":"old:_alte;reset:alterar senha,alterar a senha",\
"amo":"number:amount",\
"anc":"old:ancien",\
"and":"reset:andra losenord",\
"anf":"contact:anfrage",\
"ang":"remember:angemeldet bleiben",\
"anm":"user:anmeldename,anmeldekennung;code:anmeldecode;signin:anmelden,anmeldung_",\
"ano":"again:a nouveau",\
"anr":"person:_anrede",\
"ans":"place:anschrift;answer:answer",\
"ant":"old:anterior,antigua,antiga;captcha:anti spam,antispam,anti bot,anti robot;answer:antwort",\
"anv":"user:anvandar",\
"anz":"number:anzahl",\
"apa":"place:apartment",\
"ape":"person:apellid,apelido",\
"apo":"user:apodo",\
"app":"contact:appointment;social:_apple_",\
"apt":"place:_apt_",\
"ara":"search:_ara_,arama",\
"are":"postal:area code",\
"asi":"member:asiakasnumero",\
"ass":"message:assunto;newsletter:assin",\
"asu":"message:asunto",\
"ate":"reset:aterstall",\
"atl":"fresh:_at least",\
"att":"old:attuale",\
"atu":"old:atual_;reset:atur ulang",\
"auf":"number:auftragsnummer",\
"aum":"fresh:au moins",\
"aun":"noaccount:aun no",\
"aut":"code:authentication code,auth code,authcode,authenticator,authorization code,authentifizierungscode,authenticatiecode,autorizacni;search:autocomplete search;signin:authenticat,_auth_,autentific;verify:authenticator",\
"azi":"company:azienda",\
"bac":"code:backup code",\
"bai":"place:bairro",\
"ban":"card:bank account;newsletter:ban tin",\
"bar":"fresh:_baru;number:barcode",\
"bec":"signup:_become a",\
"bed":"company:bedrijf",\
"bej":"signin:bejelentkez",\
"bek":"again:bekrafta,bekraeft,bekreft;code:bekraftelsekod,bekraeftelseskode,bekreftelseskode;verify:bekrafta,bekraeft,bekreft",\
"bel":"fresh:belirle;signin:belepes,_belep;noaccount:belum punya,belum memiliki",\
"ben":"user:benutzer",\
"ber":"haveaccount:bereits ein konto,bereits registr,bereits mitglied;newsletter:berlangganan",\
"bes":"again:bestatig,bestaetig;code:bestatigungscode,bestaetigungscode;number:bestellnummer;checkout:bestell;verify:bestatig,bestaetig",\
"bet":"message:betreff;number:betrag;terms:betingelser;newsletter:be the first;checkout:betaling",\
"bev":"again:bevestig;code:beveiligingscode,bevestigingscode;verify:bevestig",\
"bez":"code:bezpecnostni kod,bezpecnostny kod;checkout:bezahl,bezorg",\
"bic":"card:_bic_",\
"bil":"captcha:_bild;checkout:_billing",\
"bio":"message:_bio_",\
"bir":"person:birth",\
"bis":"old:bisherig",\
"biz":"code:biztonsagi kod",\
"bli":"signup:bli medlem",\
"bol":"newsletter:boletin",\
"bon":"coupon:bon de",\
"boo":"number:booking;contact:book a",\
"bru":"user:bruger,bruker",\
"bsn":"member:_bsn_",\
"bua":"signup:buat akun",\
"bud":"number:budget",\
"bui":"place:_building",\
"bul":"newsletter:bulten,buletin",\
"buo":"coupon:buono",\
"bus":"company:business;search:_buscar,_busca",\
"buy":"checkout:buy now",\
"byc":"terms:by creating,by clicking",\
"bys":"terms:by signing up",\
"byt":"reset:byt losenord",\
"cad":"coupon:cadeau;card:caducidad;signup:cadastr",\
"cal":"place:_calle",\
"cam":"coupon:campaign;reset:cambiar la contr,cambiar contr,cambia pass,cambia la pass",\
"can":"number:cantidad;forgot:can t access,cant access,can t sign",\
"cap":"captcha:captcha;postal:_cap_",\
"car":"member:card number or;fresh:caracteres,caratteri;captcha:caracteres de l image;card:card num,cardnum,card no_,card code,card security,card verification,cardholder,card holder,carte bancaire,cartao,carta di credito;search:_cari_;checkout:_cart,carrinho",\
"ccn":"card:_cc num,_ccn,_ccno",\
"ced":"member:cedula",\
"cel":"phone:_cell,celular,cellulare",\
"cep":"phone:cep telefon;postal:_cep_",\
"cer":"search:_cerca",\
"cha":"fresh:characters;code:_challenge response;captcha:characters in the,characters you see;reset:change pass,changepass,change your pass,change my pass,change pwd,changer le mot,changer mon mot;verify:challenge",\
"che":"again:check pass;checkout:checkout,check out;verify:check your email,check your phone",\
"cho":"fresh:_choose,choisi;reset:choose a new",\
"chp":"reset:chpass",\
"chu":"noaccount:chua co",\
"cid":"card:_cid_;place:cidade",\
"cit":"postal:city code;place:_city,citta",\
"ciu":"place:ciudad",\
"civ":"person:civilite",\
"cla":"password:clave_,_clave;number:class code",\
"cli":"member:client id,client no_,client num",\
"cnp":"member:_cnpj,_cnp_",\
"cod":"user:code usager;member:code client,codice fiscale,codice cliente,codice utente;code:code verif,code confirm,code sent,code we,code you,code from your,code from,code de verif,code de secur,code de confirm,code d authent,code a usage unique,code recu,code unique,code d acces,code temporaire,code envoye,codigo de verif,codigo de segur,codigo de acceso,codigo de confirm,codigo de un solo uso,codigo sms,codigo de autent,codigo de activ,codigo temporal,codigo que,codigo de acesso,codigo enviado,codice di verif,codice di sicur,codice di conferma,codice otp,codice sms,codice di autent,codice temporaneo,codice di accesso,codice di controllo,cod de verif,codul de verif,cod de securit,cod de confirm,codul primit;weakcode:_code,code_,codigo,codice;captcha:code shown,code above;coupon:code promo;postal:code postal,codigo postal,cod postal",\
"cog":"person:cognome",\
"com":"member:company id;company:company;message:comment,commentaire,comentario,commento;number:commande;checkout:commander,comprar",\
"con":"password:contrasen;again:confirm,_conf_,_conf pass,confpass,confirma,confirme,confirmar,conferma;code:confirmation code,confirm code;coupon:convite;person:contact name;number:confirmation num;signin:connexion,connectez,conecta;signup:cont nou;terms:conditions,concordo;contact:contact us,_contact form,_contact_,contactez,contact,contato,contatt;verify:confirm your,confirm it,confirm identity,confirmez,confirma tu,confirme,conferma;settings:configurac",\
"cor":"email:correo;old:corrente",\
"cou":"email:courriel;coupon:coupon;postal:country code;place:country,county;number:_count,course code",\
"cpa":"again:_cpass",\
"cpf":"member:_cpf",\
"cpr":"member:cpr nummer",\
"cre":"member:credit union;fresh:_create,creer un,creez,_crea;card:credit card,credit line,creditcard;signin:credentials;signup:create account,create an acc,create your,create my,create a free,create new,create profile,creer un compte,creer mon,creation de compte,crear cuenta,crear una cuenta,crea tu,crear tu,crea una,crea un account,crea account,crea il,creeaza cont,creati",\
"cri":"fresh:_crie;signup:criar conta,criar uma conta,crie sua,crie uma",\
"cry":"card:cryptogramme",\
"csc":"card:_csc_",\
"cup":"coupon:cupon,cupom",\
"cur":"member:_curp_;old:_current;number:currency",\
"cus":"member:customer id,customer no_,customer num",\
"cvc":"card:_cvc",\
"cvn":"card:_cvn",\
"cvv":"card:_cvv,cvv 2",\
"dac":"haveaccount:da co",\
"daf":"signup:daftar",\
"dan":"signin:dang nhap;signup:dang ky",\
"dar":"coupon:darkov",\
"dat":"number:_date_,_datum;reset:dat lai;terms:datenschutz",\
"dav":"coupon:davet",\
"day":"number:_day_",\
"dea":"member:dealer;newsletter:deals",\
"deb":"card:debit card",\
"dej":"haveaccount:deja un compte,deja inscrit,deja membre,deja client;contact:deja un coment",\
"del":"captcha:de l image;checkout:delivery",\
"den":"again:de nuevo",\
"dep":"company:department",\
"der":"old:derzeitig",\
"des":"fresh:_desired;coupon:descuento,desconto;message:description;number:destination",\
"deu":"verify:deux etapes,deux facteurs",\
"dev":"code:device code;contact:devis",\
"dia":"postal:dial code,dialing",\
"did":"verify:didn t receive,didnt receive",\
"die":"phone:dien thoai;terms:dieu khoan",\
"dig":"code:digit code,digit number,digit pin,digite o codigo",\
"dim":"forgot:dimentica",\
"dir":"place:direccion",\
"dis":"coupon:discount,diskon;person:display name",\
"dni":"member:_dni_",\
"dob":"code:doble factor;person:_dob_",\
"doc":"member:documento",\
"dog":"again:dogrula;code:dogrulama kod;person:dogum;verify:dogrula",\
"doi":"code:dois fatores;reset:doi mat khau",\
"dom":"company:_domain_;answer:domanda",\
"don":"number:donation;noaccount:don t have,dont have;terms:dong y;checkout:donat",\
"dor":"checkout:doruc",\
"dos":"code:dos pasos;checkout:dostaw;verify:dos pasos",\
"dou":"code:double authent",\
"dua":"code:duas etapas;verify:duas etapas",\
"due":"code:due fattori;verify:due fattori",\
"dyn":"code:dynamic code",\
"edi":"settings:edit account,_edit_",\
"een":"code:eenmalige",\
"eft":"person:efternamn,efternavn",\
"egy":"code:egyszeri",\
"ehd":"terms:ehdot",\
"eik":"noaccount:eiko",\
"ein":"code:einmalcode,einmalkennwort,einmalpasswort;coupon:einlad;signin:einlogg;remember:eingeloggt;verify:einmal;settings:einstellung",\
"eio":"noaccount:ei ole",\
"elf":"forgot:elfelejt;terms:elfogad",\
"eli":"fresh:elige",\
"ell":"code:ellenorzo kod;verify:ellenorz",\
"elp":"email:el pastas",\
"ema":"email:email,_e mail,e mail cim;code:email code,emailcode;newsletter:email updates",\
"eml":"email:_eml;remember:emlekez",\
"emp":"member:employee id,employee num;coupon:empfehl;company:employer,empresa",\
"ena":"fresh:en az",\
"end":"email:endereco de email;place:endereco_;reset:endre passord",\
"eng":"code:engangskod,engangslosen,engangskode",\
"enq":"contact:enquir",\
"enr":"signup:enroll",\
"ent":"code:enter code,enter the code,enter your code,enter pin,entrez le code;company:entreprise;signin:_enter your cred,_entrar,_entre_,_entra_;checkout:entrega;verify:enter code,enter the code",\
"env":"checkout:envio",\
"epa":"email:e pasts",\
"epo":"email:e post,e posta,e posti",\
"ere":"noaccount:eres nuevo",\
"ern":"again:erneut;verify:erneut senden",\
"err":"number:error code",\
"esc":"fresh:escolha",\
"esk":"old:_eski",\
"esq":"forgot:esquec",\
"est":"place:_estado",\
"ett":"person:etternavn",\
"etu":"person:etunimi",\
"exi":"old:_existing;haveaccount:existing account",\
"exp":"card:expiry,expiration,_exp month,_exp year,_exp date,_exp_",\
"fac":"checkout:facturation,facturacion;optional:facultati,facoltativ;social:_facebook_",\
"fal":"contact:fale conosco",\
"fam":"person:family name",\
"faz":"signin:fazer login",\
"fec":"number:_fecha",\
"fee":"message:feedback;contact:feedback",\
"fel":"user:felhasznalo;terms:feltetel;newsletter:feliratk",\
"fes":"fresh:festlegen",\
"fil":"search:_filter",\
"fin":"search:_find_;checkout:finalizar",\
"fio":"signup:fiok letrehoz",\
"fir":"person:first name,firstname;company:_firma,_firmy;signup:first time user;noaccount:first time",\
"fna":"person:_fname",\
"fod":"member:fodselsnummer;person:fodelse",\
"for":"person:_forename,fornamn,fornavn;forgot:forgot,forget pass;remember:forbli,forbliv",\
"fra":"answer:frage",\
"fre":"code:freischaltcode;signup:free trial",\
"fro":"number:_from_",\
"ful":"person:full name,fullname",\
"gam":"user:gamertag;old:gammalt,_gammel,gammelt",\
"gan":"reset:ganti kata",\
"gat":"place:gatuadress",\
"geb":"user:gebruiker;person:geburt,geboorte",\
"gen":"again:gentag;person:gender",\
"ges":"coupon:geschenk",\
"get":"signup:get started;newsletter:get updates;contact:get in touch",\
"ghi":"remember:ghi nho",\
"gia":"coupon:giam gia",\
"gif":"coupon:gift",\
"gio":"coupon:gioi thieu",\
"gir":"signin:giris",\
"git":"social:git hub",\
"giv":"person:given name",\
"gje":"again:gjenta",\
"gle":"forgot:glemt",\
"glo":"forgot:glomt",\
"goo":"social:_google_",\
"gsm":"phone:_gsm_,_gsm",\
"gue":"number:guests;checkout:guest",\
"gui":"verify:gui lai",\
"gul":"card:gultig bis",\
"gut":"coupon:gutschein",\
"guv":"code:guvenlik kod;captcha:guvenlik resm",\
"hae":"search:_hae_",\
"hai":"haveaccount:hai gia",\
"hak":"search:_haku_",\
"han":"user:_handle_;phone:handynummer,_handy_",\
"har":"haveaccount:har du ett",\
"has":"password:_haslo,_hasla",\
"hat":"remember:hatirla",\
"hau":"place:hausnummer",\
"hav":"haveaccount:have an account",\
"heb":"haveaccount:heb je al",\
"hed":"coupon:hediye",\
"hei":"number:_height",\
"hen":"member:henkilotunnus;noaccount:henuz",\
"her":"again:herhaal;reset:herstel",\
"hes":"password:_heslo,_hesla;signup:hesap olustur;haveaccount:hesabin var;noaccount:hesabin yok",\
"hie":"old:hien tai",\
"hin":"captcha:hinh anh;answer:_hint",\
"hir":"newsletter:hirlevel",\
"hle":"search:hledat",\
"hom":"message:homepage",\
"hon":"person:honorific",\
"hot":"code:_hotp;person:ho ten",\
"hou":"place:_house",\
"hov":"person:ho va ten",\
"hui":"old:huidig;place:huisnummer",\
"hum":"captcha:_human",\
"hus":"remember:husk mig,husk meg",\
"hyv":"terms:hyvaksyn",\
"iac":"terms:_i accept",\
"iag":"terms:_i agree",\
"iba":"card:_iban",\
"ide":"user:_ident,identifier,identifiant,identyfikator;signin:identifiez",\
"ien":"signin:ienakt",\
"ige":"again:igen_",\
"ikk":"noaccount:ikke en konto,ikke konto",\
"ilc":"place:_ilce",\
"ima":"captcha:image code,image text,imagen,imagem",\
"imi":"person:_imie",\
"imm":"captcha:immagine",\
"imp":"number:importe,importo;settings:impostazioni",\
"ind":"coupon:indicacao,indirim;postal:indicatif;place:indirizzo_;company:industry",\
"inf":"newsletter:infolettre",\
"ing":"code:ingresa el codigo;signin:ingresar,_ingresa;remember:ingelogd blijven,ingat;noaccount:inget konto",\
"ini":"person:_initial;signin:iniciar ses,inicia ses,inicio de ses",\
"inl":"user:inlognaam;code:inlogcode,inloggningskod;signin:inlogg",\
"inn":"signin:innskra",\
"inq":"contact:inquiry",\
"inr":"signup:inregistr",\
"ins":"code:insira o codigo,inserisci il codice;signup:inscri,inscrev;newsletter:inscreva se",\
"int":"code:introduce el codigo;signin:_intra in;noaccount:inte medlem",\
"inv":"coupon:invit,invitacion,invito;number:invoice;contact:invite;verify:invia di nuovo",\
"iny":"newsletter:in your inbox",\
"ira":"postal:iranyitoszam",\
"isb":"number:_isbn",\
"isc":"signup:iscri;newsletter:iscriviti alla",\
"ism":"again:ismet",\
"ist":"optional:istege bagli",\
"ite":"number:_item",\
"jac":"terms:j accepte",\
"jae":"haveaccount:ja e cadastrad",\
"jap":"haveaccount:ja possui",\
"jat":"haveaccount:ja tem,ja tenho",\
"jed":"code:jednorazow,jednorazov,jednokratn",\
"jel":"password:jelszo;old:jelenlegi;reset:jelszo modosit,jelszocsere",\
"jet":"signup:jetzt mitmachen",\
"jiz":"haveaccount:jiz mate",\
"jme":"person:_jmeno_",\
"job":"company:job title",\
"joi":"signup:join_,_join,joining",\
"jot":"haveaccount:jo tili",\
"jus":"user:_j username",\
"kaa":"card:kaartnummer",\
"kad":"coupon:kadobon",\
"kam":"coupon:kampanjkod",\
"kar":"card:kartennummer,karteninhaber,kart num",\
"kas":"user:kasutaja;checkout:kasse",\
"kat":"password:kata sandi",\
"kay":"user:kayttaja;signup:kayit,kaydol",\
"kee":"remember:keep me,keep signed;newsletter:keep in touch",\
"ken":"user:kennung;member:kennitala;password:kennwort;reset:kennwort andern",\
"kep":"captcha:kepen",\
"ker":"code:kertakaytto;person:keresztnev;search:kereses",\
"ket":"terms:ketentuan",\
"key":"search:keyword",\
"kho":"optional:khong bat buoc",\
"khu":"coupon:khuyen mai",\
"kie":"fresh:_kies",\
"kim":"member:kimlik no",\
"kir":"signin:kirjaudu,kirjautu;verify:kirim ulang",\
"kla":"member:klantnummer,klantcode",\
"kli":"member:klientske cislo",\
"kod":"code:kod weryf,kod potwierdz,kod jednoraz,kod sms,kod bezpiecz,kod autor,kod dostepu,kod za potvrdu,kode verif,kode otp,kode keamanan,kode konfirm,kode sekali;weakcode:_kode,_kod_,_kodu_,_kodu,_kodunu;postal:kod pocztowy,kode pos",\
"kom":"phone:komork;message:kommentar;remember:kom ihag;contact:kommentar",\
"kon":"user:kontoname,kontonamn;member:kontonummer;again:konfirmasi;code:kontrolni kod;card:kontoinhaber;signup:konto erstellen,konto anlegen,konto eroffnen;contact:kontakt",\
"koo":"weakcode:koodi",\
"kor":"user:korisni;coupon:korting;card:kortnummer",\
"kos":"terms:kosul",\
"kre":"card:kreditkart;person:krestni",\
"kul":"user:kullanici",\
"kun":"member:kundennummer,kunden nr,kundennr,kundnummer,kundenummer",\
"kup":"coupon:kupon",\
"lah":"coupon:lahjakortti;verify:laheta uudel",\
"lai":"contact:laisser un comm",\
"lam":"old:_lama_",\
"lan":"postal:landervorwahl;place:_land_;number:language",\
"las":"person:last name,lastname",\
"lea":"contact:leave a reply,leave a comment",\
"leg":"fresh:legalabb",\
"lem":"remember:lembrar",\
"let":"captcha:letters in,letters above",\
"lib":"member:library card",\
"lic":"coupon:license key",\
"lid":"member:lidnummer",\
"lie":"user:lietotaj;checkout:lieferadresse",\
"lii":"signup:liity",\
"lin":"social:linked in",\
"liv":"checkout:livraison",\
"lna":"person:_lname",\
"log":"user:_loginname,login name,login id,loginid,log in id,logon name,logon id;password:_login pass;code:login code;signin:_log in_,login,log on_,logon,_log me in,_log in to,_login,_log in,logga in,log ind,log pa,logg inn,logg pa,logowani,logi sisse",\
"loo":"search:_lookup;signup:loo konto",\
"los":"password:losenord;forgot:lost your,lost pass,lostpass",\
"loy":"coupon:loyalty",\
"loz":"password:lozink",\
"luo":"signup:luo tili",\
"lup":"forgot:_lupa",\
"lyk":"password:lykilord",\
"mab":"code:ma bao mat;postal:ma buu",\
"mai":"user:mailbox;email:_mail_,mailadresse;code:mail code;person:maiden;answer:_maiden;newsletter:mailing list,mailchimp",\
"mak":"fresh:_make a",\
"mam":"coupon:ma moi",\
"man":"company:mandant;remember:mantener,manter conect",\
"mao":"code:ma otp",\
"mar":"haveaccount:mar van",\
"mas":"member:ma so,ma sinh vien;signin:_masuk;haveaccount:masz juz,masz konto",\
"mat":"phone:matkapuhelin;member:matrikel,matricula;password:mat khau;again:match;captcha:_math_;haveaccount:mate ucet",\
"max":"code:ma xac minh,ma xac thuc,ma xac nhan",\
"mce":"newsletter:mc embedded",\
"mdp":"password:_mdp",\
"meg":"again:megerosit;code:megerosito kod;noaccount:meg nincs;verify:megerosit",\
"mei":"settings:mein konto",\
"mel":"signin:meld je aan bij",\
"mem":"member:member id,member no_,member num,membership;remember:memoriser",\
"men":"message:mensaje,mensagem;number:_menge",\
"mer":"remember:merken",\
"mes":"place:_mesto;message:message,messaggio",\
"mev":"old:mevcut",\
"mfa":"code:_mfa;verify:mfa",\
"mia":"place:miasto",\
"mic":"settings:mi cuenta",\
"mid":"person:middle name",\
"mie":"place:miejscowosc",\
"min":"fresh:minimum,_min_,mindestens,minimo,minimaal,minst,mindst;settings:minha conta",\
"mit":"member:mitgliedsnummer",\
"mob":"phone:mobile,mobiel,mobil,mobitel",\
"mod":"reset:modifier le mot,modifier mon mot,modifica pass",\
"moi":"fresh:_moi_",\
"mon":"number:_month_,montant;settings:mon compte",\
"mot":"password:mot de pass;answer:mother",\
"mov":"phone:movil",\
"msi":"phone:_msisdn",\
"mta":"code:mtan",\
"mud":"reset:mudar senha",\
"mui":"remember:muista",\
"mul":"code:multi factor",\
"mus":"member:musteri no;fresh:_must contain",\
"mya":"settings:my account",\
"nac":"person:nachname,nacimiento;message:nachricht",\
"nai":"person:naissance",\
"nam":"user:nama pengguna;card:name on card;person:_name first,_name last,nama lengkap,nama depan,nama belakang",\
"nao":"noaccount:nao tem,nao possui",\
"nar":"person:narozen",\
"nas":"person:nascimento,nascita",\
"nat":"member:national id",\
"nav":"old:navaerende",\
"naz":"user:nazwa konta;person:nazwisko",\
"nee":"forgot:need help;noaccount:need an account",\
"nem":"noaccount:nemate;optional:nem kotelezo",\
"nep":"optional:nepovinn",\
"net":"user:net id",\
"neu":"fresh:_neue,_neues;signup:neues konto,neu hier;reset:neues passwort,neues kennwort;noaccount:neu bei,neukunde",\
"new":"fresh:_new_,_new pass,newpass,newpwd,_newpw,new pw;signup:new account,new user,new customer,newaccount;reset:new password;noaccount:new to,new here;newsletter:newsletter,_news_",\
"nga":"person:ngay sinh",\
"ngu":"user:nguoi dung",\
"nha":"again:nhap lai",\
"nho":"remember:nho mat",\
"nic":"user:nickname,_nick_",\
"nie":"member:_nie_;fresh:_nieuw;signup:nieuw account;reset:nieuw wachtwoord;forgot:nie pamietasz;remember:nie wylogow;noaccount:nie masz;newsletter:nieuwsbrief",\
"nif":"member:_nif_",\
"nin":"noaccount:nincs meg",\
"nip":"member:_nip_",\
"noa":"noaccount:no account",\
"noc":"again:nochmal;noaccount:noch kein",\
"nog":"noaccount:nog geen",\
"nom":"user:nom de compte,nom d utilis,nom d usager,nombre de cuenta,nombre de usu,nome da conta,nome de usu,nome account,nomeutente,nome di accesso;person:_nom_,nom de famille,nombre_,nome completo,_nome_",\
"non":"noaccount:non hai,non sei",\
"not":"message:_note;noaccount:not a member,not regist,not yet,no tienes,no tengo;newsletter:notify me",\
"nou":"fresh:nouveau,nouvel,_noua,_nou_;signup:nouveau compte;reset:nouveau mot de passe;noaccount:nouveau sur,nouveau client",\
"nov":"fresh:_nova_,_novo_,_nove,_nova,_novu;again:novamente;reset:nova senha,nove heslo,nova lozinka;noaccount:novo por;newsletter:novedades,novidades,novinky",\
"now":"fresh:_nowe,_nowa;reset:nowe haslo",\
"nua":"noaccount:nu ai",\
"nue":"fresh:_nueva,_nuevo;reset:nueva contr",\
"nul":"reset:nulstil",\
"num":"member:numero client,numero de client,numero de compte,numero d adherent,numero de cliente,numero cliente,numer klienta;code:numeric code;card:numero de carte,numero carta,numer karty;person:nume de familie",\
"nuo":"fresh:_nuova,_nuovo;reset:nuova pass",\
"nut":"user:nutzername,nutzerkennung;terms:nutzungsbeding",\
"nuv":"old:nuvarande,nuvaerende",\
"nya":"fresh:_nya;reset:ny adgangskode",\
"nyb":"noaccount:ny bruger,ny bruker",\
"nyh":"newsletter:nyhetsbrev,nyhedsbrev",\
"nyk":"old:nykyinen;noaccount:ny kund",\
"nyt":"fresh:_nytt,_nyt;reset:nytt losenord,nytt passord",\
"obe":"old:obecne",\
"obj":"checkout:objednavk",\
"obn":"reset:obnov",\
"obr":"captcha:obrazk",\
"odb":"newsletter:odber",\
"ode":"checkout:odeme",\
"odp":"answer:odpowied",\
"off":"coupon:offer code",\
"ogg":"message:oggetto",\
"ogr":"member:ogrenci no",\
"old":"old:_old_,_old pass,oldpass,oldpwd,_oldpw",\
"olv":"forgot:olvid",\
"ona":"again:onayla;code:onay kod",\
"one":"code:one time;verify:one time",\
"onk":"haveaccount:onko sinulla",\
"ont":"remember:onthoud",\
"opc":"optional:opcional,opcjonaln",\
"ope":"signup:open an account",\
"opn":"again:opnieuw;verify:opnieuw verst",\
"opp":"signup:opprett",\
"opr":"signup:opret",\
"ops":"optional:opsional",\
"opt":"optional:_optional_,optioneel",\
"opz":"optional:opzionale",\
"ord":"number:order num,order id,order no_,ordine;checkout:order summary,ordine",\
"org":"company:organi",\
"ori":"old:_original pass,_orig",\
"ort":"place:_ort_",\
"otc":"code:otc_,_otc",\
"otp":"code:_otp,otp_,otpcode;verify:_otp",\
"otr":"again:otra vez",\
"otu":"signin:oturum ac",\
"otv":"signup:otvori racun",\
"oub":"forgot:oublie",\
"oud":"old:_oude_",\
"ove":"code:overovaci kod;verify:overen,overit",\
"pag":"checkout:_pago,pagamento",\
"pai":"place:_pais;checkout:paiement",\
"pal":"password:palavra pass;reset:palauta",\
"pam":"remember:pamatovat",\
"pan":"card:_pan_;checkout:panier",\
"par":"password:_parola,_parolei,_parole,_parool;coupon:parrain;company:partita iva;settings:parametres",\
"pas":"member:passport;password:password,_pass_,passwd,passphrase,_passwort,_passw_,_pass word,passwort,passord;fresh:passwordnew;again:password verif,password check,pass 2,password 2,passwd 2,_pass 2,password again;code:pass code,passcode;reset:password change,password expired,passwort andern,passwort aendern;noaccount:pas encore,pas de compte;social:_passkey",\
"pay":"place:_pays_;checkout:_payment,_pay_",\
"ped":"number:pedido;checkout:pedido",\
"pen":"user:pengguna",\
"per":"member:personal num,personnel,personalnummer,personnummer;answer:pergunta;remember:permanecer;settings:perfil",\
"pes":"member:_pesel;search:pesquis",\
"pet":"answer:_pet_",\
"pho":"phone:phone;postal:phone code",\
"pic":"fresh:_pick;captcha:picture code",\
"pid":"member:_pid_",\
"pie":"signin:pieslegt",\
"pin":"member:_pin or;code:pin code sent;weakcode:_pin_,_pincode;postal:_pin code_",\
"pla":"place:plaats;checkout:place order,platnosc,platb",\
"plz":"postal:_plz",\
"poc":"email:poczt;postal:pocztowy",\
"pod":"terms:podmink",\
"pol":"coupon:polecen",\
"pon":"phone:ponsel;again:ponow,ponov",\
"por":"phone:portable",\
"pos":"user:postfachname;email:posta elettronica;postal:postal,post code,postcode,postleitzahl,postnummer,postinumero,posta kodu;contact:post comment;verify:poslat znovu",\
"pot":"again:potwierdz,potvr,potvrd;code:potvrzovaci kod,potvrdzovaci,potvrdni kod;verify:potwierdz",\
"pou":"user:pouzivatel;coupon:poukaz",\
"pow":"again:powtorz",\
"pre":"user:prezdivka;old:_previous,_present pass;coupon:presente,presentkort;postal:prefijo,prefisso;person:prenom,prenume;answer:pregunta;newsletter:prenumer;settings:preferences",\
"pri":"user:prihlasovaci jmeno,prihlasovacie meno;person:primer nombre,primeiro nome,prijmeni;number:price;signin:prihlas,prijav,prisijung;terms:privacy policy",\
"pro":"user:profile name;coupon:promo,product key,promocion;place:province,provincia;number:product;reset:promijen,promjen;settings:profile,profil,profilo",\
"pru":"code:prufcode;card:prufziffer,prufnummer",\
"psc":"postal:_psc_",\
"pse":"user:pseudo,pseudonim",\
"psw":"password:_pswd,_psw",\
"puh":"phone:puhelin",\
"pur":"checkout:purchase",\
"pw2":"again:_pw 2",\
"pwd":"password:_pwd,pwd_;again:pwd 2",\
"pwo":"password:_pword",\
"qty":"number:_qty",\
"qua":"number:quantity,quantite,quantidade,quantita",\
"que":"search:_query;answer:question,question secrete;forgot:quen mat",\
"quo":"contact:_quote",\
"rab":"coupon:rabatt,rabattkod,rabat",\
"rea":"person:real name",\
"reb":"coupon:rebate",\
"rec":"code:recovery code;captcha:recaptcha;search:recherch;number:receipt,rechnungsnummer;reset:recover,recuper;remember:recordar,recuerdame;checkout:rechnungs",\
"red":"coupon:redeem,reduction,reducere;reset:redefin;haveaccount:redan",\
"ree":"again:_re enter,reenter;verify:reenviar",\
"ref":"coupon:referr,referal,_refer a,referid,referans,referensi;number:reference num",\
"reg":"member:registration num;old:_regi_;coupon:regalo;postal:region code;place:_region;signup:regist,registr,registo,registra,registreer,registrera,registrer,regisztr,registrasi;terms:regulamin",\
"rei":"reset:reinitialis,reimpost",\
"rej":"signup:rejoign,rejestr",\
"rek":"signup:rekister",\
"rem":"forgot:remind;remember:remember",\
"ren":"verify:renvoyer",\
"rep":"again:repeat,re password,_repass,_rep_,repete,repet,repit,repita,repeta;message:_reply;answer:reponse",\
"req":"contact:request a",\
"res":"again:resaisi,ressaisi;captcha:resimdeki;answer:respuesta,resposta;number:reservation;reset:reset,restablec,resetten,resetuj;remember:rester connect;verify:resend",\
"ret":"again:retype,_re type;signin:returning cust;verify:retrimite",\
"rev":"message:review",\
"rew":"coupon:reward",\
"ric":"search:ricerca;remember:ricorda",\
"rip":"again:ripet,ripeti",\
"ris":"answer:risposta",\
"rob":"captcha:_robot",\
"rod":"member:rodne cislo",\
"rou":"card:routing",\
"rpt":"again:_rpt",\
"rsa":"code:rsa token,rsa passcode",\
"rua":"place:_rua_",\
"rue":"place:_rue_",\
"ruf":"phone:rufnummer",\
"run":"newsletter:rundbrief",\
"rut":"member:_rut_",\
"rzk":"user:rz kennung",\
"saa":"old:saat ini",\
"sah":"email:sahkoposti",\
"sai":"code:saisissez le code",\
"sak":"code:sakerhetskod",\
"sal":"password:salasana,salason;person:salutation",\
"san":"password:sandi_",\
"sav":"settings:save changes",\
"sca":"card:scadenza",\
"sce":"fresh:scegli",\
"sch":"user:schuilnaam;signup:schrijf je in;reset:schimba parola,schimbare;haveaccount:schon registr,schon mitglied,schon ein",\
"sco":"coupon:sconto",\
"scr":"user:screen name",\
"sea":"search:search",\
"sec":"again:second pass;code:security code,securitycode,security token,secur id,securid;captcha:security image;card:security code on;answer:secret word;signin:se connecter;verify:security check,second factor",\
"seh":"place:_sehir",\
"sei":"haveaccount:sei gia",\
"sen":"password:senha;code:sent to your;contact:send message;verify:send igen,send pa nytt",\
"sep":"checkout:sepet",\
"ser":"coupon:serial num;company:server",\
"ses":"remember:se souvenir",\
"set":"fresh:_set a,_set your;reset:set password,set new,set your pass;terms:setuju;settings:settings",\
"seu":"person:seu nome",\
"sha":"contact:_share",\
"shi":"checkout:shipping",\
"sic":"code:sicherheitscode",\
"sid":"signin:s identifier",\
"sif":"password:_sifre;reset:sifirla,sifre degis,sifre yenile,sifremi yenile",\
"sig":"user:sign in name,sign in id;code:sign in code,sigurnosni kod;signin:_sign in_,signin;signup:sign up,signup",\
"sik":"code:sikkerhedskode,sikkerhetskode",\
"sin":"signin:single sign on;signup:s inscrire;social:single sign on",\
"sip":"checkout:siparis",\
"sis":"signin:_sisene",\
"sit":"company:site address",\
"ska":"signup:skapa konto",\
"ski":"reset:skift adgang;verify:skicka igen",\
"sku":"number:_sku",\
"sla":"password:slaptazod",\
"sle":"coupon:slevov",\
"sms":"phone:sms number;code:sms code,smscode,_sms_,sms kod,sms sifre",\
"sob":"person:sobrenome",\
"soc":"company:societe",\
"sog":"search:_sog_",\
"sok":"search:_sok_",\
"son":"card:son kullan",\
"sop":"user:soprannome",\
"sor":"card:sort code",\
"sou":"old:soucasne;coupon:source code;terms:souhlas",\
"soy":"person:_soyad",\
"soz":"terms:sozlesme",\
"spa":"captcha:spamschutz",\
"spe":"newsletter:special offers;checkout:spedizione",\
"spi":"user:spitzname",\
"spo":"coupon:sponsor",\
"ssn":"member:ssn or",\
"sso":"signin:_sso_;social:_sso_",\
"sta":"member:staff id;old:_stare_,stavajici,_stara;postal:state code;place:_state_,_stadt;signup:start free;remember:stay signed,stay logged;newsletter:stay in touch,stay updated,stay informed",\
"ste":"code:stelligen code",\
"str":"fresh:_strong;place:street,_strasse,straat",\
"stu":"member:student id,student num",\
"sub":"place:_suburb;company:subdomain;message:subject;signup:subscrib now;newsletter:subscri,subskr",\
"suc":"search:_suche,_suchen,suchbegriff",\
"sud":"haveaccount:sudah punya",\
"suf":"person:_suffix",\
"sui":"place:_suite",\
"suj":"message:sujet",\
"suk":"person:sukunimi",\
"sum":"captcha:_sum of",\
"sur":"user:surnom;email:surel;person:surname",\
"sus":"newsletter:suscri",\
"swi":"card:swift",\
"syn":"person:syntyma",\
"szu":"person:szuletes;search:szukaj",\
"tai":"user:tai khoan",\
"tan":"code:_tan_",\
"tao":"signup:tao tai khoan",\
"tar":"card:tarjeta",\
"tax":"company:tax id",\
"tck":"member:tc kimlik,_tckn",\
"tei":"member:teilnehmer",\
"tek":"fresh:tekens;again:tekrar;code:tek kullanimlik;verify:tekrar gonder",\
"tel":"phone:_tel_,telnum,telefon,telefono,telemovel,telefone,telefoon,telepon,telefonszam;person:teljes nev;contact:tell a friend",\
"tem":"code:temporary code,temporary pass",\
"ten":"user:ten dang nhap;company:_tenant",\
"ter":"terms:_terms,terminos,termos,termini,termeni",\
"tes":"checkout:teslimat",\
"tex":"code:_texted;captcha:text in the image",\
"tfa":"code:_tfa",\
"thu":"email:thu dien tu",\
"tic":"number:ticket",\
"tie":"haveaccount:tienes una cuenta",\
"til":"signup:tilmeld;reset:tilbakestill;newsletter:tilaa",\
"tim":"search:tim kiem;number:_time_",\
"tin":"remember:tine minte",\
"tit":"card:titulaire;person:title_;message:_title_",\
"toe":"code:toegangscode",\
"toi":"again:toista",\
"tok":"code:_token code,_tok code;weakcode:_token;coupon:token name",\
"top":"message:_topic",\
"tot":"code:_totp",\
"tow":"place:_town",\
"tra":"number:tracking",\
"tre":"old:trenutn",\
"tro":"reset:trocar senha;forgot:trouble",\
"tru":"remember:trust this",\
"try":"signup:try for free",\
"tun":"user:tunnus;code:tunnusluku",\
"tur":"code:turvakood;captcha:turing",\
"tva":"code:tvafaktor",\
"twe":"code:tweestaps",\
"two":"code:two factor,twofactor,two step;verify:two step,two factor,two fact",\
"uba":"reset:ubah kata",\
"ugy":"member:ugyfelszam",\
"uid":"user:_uid_",\
"uit":"forgot:_uitat",\
"ujj":"fresh:uj jelszo;reset:uj jelszo",\
"ujr":"again:ujra;verify:ujrakuld",\
"ula":"again:ulangi",\
"uli":"place:ulica,ulice",\
"ulk":"postal:ulke kodu",\
"una":"user:_uname",\
"und":"coupon:undangan",\
"une":"signup:unete",\
"uni":"place:_unit_",\
"unl":"code:unlock code",\
"uno":"forgot:unohd",\
"unt":"company:unternehmen",\
"unu":"forgot:unuttu",\
"upd":"reset:update pass,update your pass",\
"upp":"again:upprepa",\
"url":"message:_url_",\
"uro":"person:urodzen",\
"use":"user:user login,_usernm,user name,user id,user nm,_user_,_userid;member:user code;password:_userpass,user pass",\
"usr":"user:_usr",\
"ust":"fresh:ustaw;settings:ustawien",\
"usu":"user:usuario",\
"ute":"user:utente",\
"uti":"user:utilisateur,utilizador,utilizator",\
"utw":"signup:utworz konto",\
"uud":"fresh:_uuden;again:uudelleen",\
"uus":"fresh:_uusi;reset:uusi salasana",\
"uut":"newsletter:uutiskirje",\
"uye":"signup:uye ol,uyelik;haveaccount:uye misin;noaccount:uye degil",\
"uzi":"user:uzivatel",\
"uzm":"haveaccount:uz mate",\
"uzy":"user:uzytkownik",\
"vae":"fresh:_vaelg",\
"vah":"fresh:vahintaan;again:vahvista;code:vahvistuskood,vahvistuskoodi;verify:vahvist",\
"vai":"reset:vaihda salasana",\
"val":"fresh:_valj;card:validade;number:_valor_;optional:valfri,valgfri,valinnai",\
"van":"old:vanha_",\
"var":"user:vartotoj",\
"vat":"company:_vat_",\
"vco":"code:_vcode",\
"vec":"old:vecchia,_veche",\
"vel":"fresh:_velg",\
"ven":"card:vencimiento",\
"ver":"member:vertragsnummer,versichertennummer;fresh:vergeben;again:_verify,verification pass;code:verification code,verification num,verification token,verification pin,verify code,verifycode,verif code,verifizierungscode,verificatiecode,verifieringskod,verifikationskode,verifiseringskode,verifikacijski;card:vervaldatum;forgot:vergessen,vergeten;verify:verify,verification,verifiz,verifi,verifica,verific,verifier,verifikasi",\
"vez":"person:vezeteknev",\
"via":"place:_via_",\
"vil":"place:_ville;terms:villkor,vilkar",\
"vin":"number:_vin_",\
"vis":"reset:visszaall",\
"voo":"person:voornaam;terms:voorwaarden",\
"vor":"postal:vorwahl;person:vorname",\
"vou":"coupon:voucher",\
"vyh":"search:vyhled",\
"vyt":"signup:vytvorit ucet",\
"wac":"password:wachtwoord;reset:wachtwoord wijzig",\
"wae":"fresh:waehlen",\
"wah":"fresh:wahlen sie",\
"waz":"card:wazn",\
"web":"message:_website_,web site",\
"wel":"signin:welcome back",\
"wer":"coupon:werber;verify:weryfik",\
"wes":"code:we sent;verify:we sent",\
"wet":"code:we texted;verify:we texted",\
"wid":"number:_width",\
"wie":"again:wiederhol",\
"wit":"social:_with apple,_with microsoft",\
"wor":"company:workspace",\
"wys":"verify:wyslij ponown",\
"xac":"again:xac nhan;verify:xac minh,xac thuc",\
"yae":"haveaccount:ya eres",\
"yat":"haveaccount:ya tienes,ya tengo",\
"yea":"number:_year_;terms:years of age",\
"yen":"fresh:_yeni;reset:yeni sifre",\
"you":"captcha:you see;person:your name",\
"yub":"code:_yubi",\
"zab":"forgot:zabud,zaborav",\
"zah":"checkout:zahlung",\
"zal":"signin:zaloguj;signup:zaloz konto,zalozit ucet",\
"zam":"checkout:zamowien",\
"zap":"password:zapork;forgot:zapomn,zapomenut;remember:zapamiet,zapamat;newsletter:zapisz sie",\
"zar":"signup:zarejestr",\
"zat":"haveaccount:zaten",\
"zei":"fresh:zeichen;captcha:zeichen aus,zeichenfolge",\
"zip":"postal:_zip,zipcode",\
"zme":"reset:zmena hesla,zmenit heslo",\
"zmi":"reset:zmien haslo,zmiana hasla",\
"zna":"fresh:znakow,znaku",\
"zno":"again:znovu,znova",\
"zoe":"search:_zoek",\
"zop":"again:zopak",\
"zre":"reset:zresetuj",\
"zug":"user:zugangsnummer;member:zugangskennung;code:zugangscode",\
"zur":"reset:zurucksetz,zuruecksetz",\
"zvo":"fresh:_zvolte",\
"zwe":"code:zwei faktor;verify:zwei faktor"\
}',
  other: '{\
"2段階":"code:2 段階",\
"=2":"code:2 段階",\
"=να":"remember:να με θυμ",\
"=не":"fresh:не менее",\
"=ім":"person:_ім я",\
"eメー":"email:eメール",\
"αλλ":"reset:αλλαγη",\
"ανα":"search:αναζητησ",\
"δεν":"noaccount:δεν εχετε",\
"δημ":"signup:δημιουργια λογ",\
"εγγ":"signup:εγγραφ",\
"εισ":"signin:εισοδος",\
"εκπ":"coupon:εκπτωσ",\
"ενη":"newsletter:ενημερωτικ",\
"επα":"again:επαναλ;reset:επαναφορ;verify:επαληθευ",\
"επι":"again:επιβεβαιωσ",\
"επω":"person:επωνυμο",\
"ηδη":"haveaccount:ηδη",\
"ηλε":"email:ηλεκτρονικ",\
"θυμ":"remember:θυμησ",\
"κιν":"phone:κινητο",\
"κου":"coupon:κουπονι",\
"κωδ":"password:κωδικος προσβασης,κωδικο προσβασης,κωδικος_;code:κωδικος επαληθευσης,κωδικο επαληθευσης,κωδικος επιβεβαιωσης,κωδικος ασφαλειας;weakcode:κωδικος",\
"μια":"code:μιας χρησης",\
"ναμ":"remember:να με θυμ",\
"νεο":"fresh:_νεος,_νεο_",\
"ξεχ":"forgot:ξεχασ",\
"ονο":"person:_ονομα_",\
"παλ":"old:παλιο",\
"προ":"optional:προαιρετικ",\
"συν":"password:συνθηματικο;signin:συνδεση,συνδεθ",\
"ταχ":"email:ταχυδρομ;postal:ταχυδρομικ",\
"τηλ":"phone:τηλεφων",\
"τρε":"old:τρεχοντα,τρεχων",\
"χρη":"user:χρηστη",\
"авт":"signin:авториз",\
"адр":"place:_адрес_",\
"ака":"user:акаунт",\
"акк":"user:аккаунт",\
"ваш":"person:ваше имя",\
"вве":"code:введите код,введіть код",\
"вже":"haveaccount:вже є,вже зареє",\
"вко":"social:вконтакте",\
"вле":"signin:_влез",\
"вои":"signin:_воити",\
"воп":"answer:вопрос",\
"вос":"reset:восстанов",\
"впе":"noaccount:впервые",\
"вхо":"signin:_вход_,_входа,_вход",\
"вхі":"signin:_вхід",\
"від":"reset:віднов",\
"гор":"place:_город",\
"дву":"code:двухфактор",\
"деи":"old:деиствующии",\
"дос":"checkout:доставк",\
"едн":"code:еднократ",\
"еме":"email:емеил",\
"еще":"again:еще раз;noaccount:еще нет",\
"заб":"forgot:забыл,забул,забрав",\
"зак":"number:заказ",\
"зап":"remember:запомн,запам",\
"зар":"signup:зарегистр,зареєстр",\
"змі":"reset:змінити пар,зміна пар",\
"изм":"reset:изменить парол,изменение парол",\
"изо":"captcha:изображен",\
"име":"email:имеил",\
"имя":"user:имя ящика;person:_имя_",\
"инд":"postal:индекс",\
"инн":"member:_инн_",\
"кап":"captcha:капч",\
"кар":"captcha:картинк",\
"код":"code:код подтвержд,код из,код проверк,код безопасн,код доступа,код активации,код аутент,код підтвердж,код із,код з_,код безпеки,код за потвърж,код за проверка,код за сигурност;weakcode:_код_,_кода_,_коду;postal:код города,код страны",\
"кол":"number:количеств",\
"ком":"company:компани;message:коммент",\
"кор":"user:користувач;checkout:корзин",\
"куп":"coupon:купон",\
"лиц":"member:лицевои счет",\
"лог":"user:логин,логін",\
"над":"verify:надіслати ще",\
"наи":"search:наити",\
"нап":"contact:написать",\
"нас":"settings:настроик",\
"нем":"fresh:не менее;noaccount:немає",\
"нео":"optional:необязательн",\
"нет":"noaccount:нет аккаунта,нет учет",\
"ник":"user:никнеим,_ник_",\
"нов":"fresh:_новы,_нового,_новии,_нова;reset:новыи парол,новии пар,нова парола",\
"ном":"member:номер договора;card:номер карты",\
"нул":"reset:нулир",\
"обл":"user:обліков",\
"обр":"contact:обратн связ",\
"одн":"code:одноразов",\
"опл":"checkout:оплат",\
"орг":"company:организац",\
"ост":"contact:остав",\
"отв":"answer:ответ",\
"отз":"message:отзыв",\
"отп":"verify:отправить еще,отправить повторно",\
"отч":"person:отчество",\
"офо":"checkout:оформить",\
"пар":"password:парол",\
"пов":"again:повтор",\
"пог":"terms:погодж",\
"под":"again:подтвер;coupon:подароч;newsletter:подпис;verify:подтверд",\
"пои":"search:поиск",\
"пол":"user:пользовател",\
"пот":"user:потребител;again:потвърд;old:поточн",\
"поч":"email:почт",\
"пош":"email:пошт;search:пошук",\
"пра":"terms:правила",\
"при":"fresh:придума;coupon:приглаш",\
"про":"code:проверочныи код;coupon:промо;verify:проверк;settings:профил",\
"прі":"person:прізвище",\
"псе":"user:псевдоним",\
"під":"again:підтвер;newsletter:підпис;verify:підтвер",\
"рас":"newsletter:рассылк",\
"рег":"signup:регистрац,регистр",\
"реф":"coupon:реферал",\
"реє":"signup:реєстрац",\
"рож":"person:рожден",\
"роз":"newsletter:розсилк",\
"сбр":"reset:сброс",\
"сим":"fresh:символ;captcha:символы с",\
"ски":"coupon:скидк",\
"скр":"user:скриньк",\
"сме":"reset:смена парол,сменить парол",\
"смс":"code:смс код",\
"смя":"reset:смяна на пар",\
"сни":"member:_снилс",\
"сог":"terms:соглас",\
"соз":"signup:создать акк,создаите,создать уч",\
"соо":"message:сообщен",\
"сро":"card:срок деиств",\
"ста":"old:старыи,староого,старого,старии,стара_",\
"ств":"signup:створити",\
"сум":"number:сумма",\
"съз":"signup:създа",\
"тек":"old:текущ,текуща",\
"тел":"phone:телефон",\
"уві":"signin:увіити",\
"уже":"haveaccount:уже есть,уже зарег",\
"ули":"place:улица",\
"умо":"terms:умов",\
"усл":"terms:услови",\
"уче":"user:учетнои записи",\
"фам":"person:фамил",\
"фио":"person:_фио_",\
"чуж":"remember:чужои комп",\
"янд":"social:яндекс",\
"імя":"person:_ім я",\
"אופ":"optional:אופציונלי",\
"אימ":"email:אימייל;again:אימות סיסמ;verify:אימות",\
"אין":"noaccount:אין לך",\
"איפ":"reset:איפוס",\
"איש":"again:אישור סיסמ",\
"בתמ":"captcha:בתמונה",\
"דוא":"email:דואל",\
"החל":"reset:החלף סיסמ",\
"היר":"signup:הירשם",\
"הנח":"coupon:הנחה",\
"הרש":"signup:הרשמ",\
"התח":"signin:התחבר",\
"זכו":"remember:זכור",\
"חדש":"fresh:חדש",\
"חזר":"again:חזרה על",\
"חיפ":"search:חיפוש",\
"טלפ":"phone:טלפון",\
"ישנ":"old:ישנה",\
"כבר":"haveaccount:כבר",\
"כני":"signin:כניסה",\
"כנס":"signin:_כנס",\
"מיי":"email:מייל",\
"מיק":"postal:מיקוד",\
"משת":"user:משתמש",\
"נוכ":"old:נוכחי",\
"ניו":"newsletter:ניוזלטר",\
"ניי":"phone:נייד",\
"סיס":"password:סיסמ;code:סיסמה חד פעמית",\
"עדכ":"newsletter:עדכונים",\
"צור":"signup:צור חשבון",\
"קוד":"code:קוד אימות,קוד חד פעמי,קוד אישור,קוד כניסה;weakcode:קוד",\
"קופ":"coupon:קופון",\
"ש":"person:שם פרטי,שם משפחה,שם מלא",\
"שוב":"again:שוב;coupon:שובר",\
"שינ":"reset:שינוי סיסמ",\
"שכח":"forgot:שכחת,שכחתי",\
"שלח":"verify:שלח שוב",\
"שםמ":"person:שם משפחה,שם מלא",\
"שםפ":"person:שם פרטי",\
"תנא":"terms:תנאי",\
"תעו":"member:תעודת זהות",\
"أوا":"terms:أوافق",\
"إعا":"again:إعادة;reset:إعادة تعيين;verify:إعادة إرسال",\
"إنش":"signup:إنشاء حساب,إنشاء",\
"اخت":"optional:اختياري",\
"ارس":"verify:ارسال مجدد",\
"است":"reset:استعادة",\
"اسم":"user:اسم الحساب,اسم مستخدم;person:اسم العائلة",\
"اشت":"signup:اشتراك;newsletter:اشترك",\
"اعا":"again:اعادة",\
"الا":"person:الاسم الأول,الاسم الكامل,الاسم_",\
"الب":"email:البريد",\
"الت":"signup:التسجيل;verify:التحقق",\
"الج":"phone:الجوال",\
"الح":"old:الحاليه,الحالية",\
"الر":"postal:الرمز البريدي",\
"الش":"terms:الشروط",\
"الص":"captcha:الصورة",\
"الق":"old:القديمة",\
"الم":"user:المستخدم",\
"الن":"newsletter:النشرة",\
"اله":"phone:الهاتف",\
"انش":"signup:انشاء",\
"ایم":"email:ایمیل",\
"باز":"reset:بازیابی",\
"بال":"haveaccount:بالفعل",\
"بحث":"search:بحث",\
"بري":"email:بريد",\
"تأك":"again:تأكيد",\
"تأی":"again:تأیید",\
"تار":"person:تاريخ الميلاد",\
"تاك":"again:تاكيد",\
"تای":"again:تایید;verify:تایید",\
"تخف":"coupon:تخفیف",\
"تذك":"remember:تذكر",\
"تسج":"signin:تسجيل الدخول",\
"تصو":"captcha:تصویر",\
"تغي":"reset:تغيير كلمة",\
"تغی":"reset:تغییر رمز,تغییر گذر",\
"تلف":"phone:تلفن",\
"تکر":"again:تکرار",\
"ثبت":"signup:ثبت نام",\
"جدي":"fresh:جديد",\
"جدی":"fresh:جدید",\
"جست":"search:جستجو",\
"خاط":"remember:خاطر بسپار",\
"خبر":"newsletter:خبرنامه",\
"خصم":"coupon:خصم",\
"دخو":"signin:دخول",\
"دعو":"coupon:دعوة",\
"رقم":"member:رقم الهويه,رقم الهوية",\
"رمز":"password:رمز عبور;code:رمز التحقق,رمز التأكيد,رمز الأمان,رمز الدخول,رمز المصادقة,رمز یکبار,رمز پویا;weakcode:رمز",\
"سجل":"signup:سجل الآن",\
"شنا":"user:شناسه",\
"عضو":"signup:عضویت",\
"فرا":"forgot:فراموش",\
"فعل":"old:فعلی",\
"قبل":"old:قبلی",\
"قسي":"coupon:قسيمة",\
"كلم":"password:كلمة المرور,كلمة السر,كلمه المرور,كلمه السر",\
"كوب":"coupon:كوبون",\
"كود":"code:كود التحقق;weakcode:كود",\
"لدي":"haveaccount:لديك حساب",\
"لمر":"code:لمرة واحدة",\
"ليس":"noaccount:ليس لديك",\
"معر":"coupon:معرف",\
"موب":"phone:موبایل",\
"نام":"user:نام حساب;person:_نام_,نام خانوادگی",\
"نسي":"forgot:نسيت,نسيان",\
"هات":"phone:هاتف",\
"همر":"phone:همراه",\
"ورو":"signin:_ورود",\
"ک":"code:کد تایید,کد تأیید,کد فعال,کد امنیتی ارسال,کد ارسال;weakcode:_کد_;captcha:کد امنیتی;postal:کد پستی",\
"کار":"user:کاربری",\
"کدا":"code:کد امنیتی ارسال,کد ارسال;captcha:کد امنیتی",\
"کدت":"code:کد تایید,کد تأیید",\
"کدف":"code:کد فعال",\
"کدپ":"postal:کد پستی",\
"کلم":"password:کلمه عبور",\
"کپچ":"captcha:کپچا",\
"گذر":"password:گذرواژه",\
"یکب":"code:یکبار مصرف",\
"ईमे":"email:ईमेल",\
"उपय":"user:उपयोगकर्ता",\
"ओटी":"code:ओटीपी",\
"कूप":"coupon:कूपन",\
"कोड":"weakcode:कोड",\
"खात":"signup:खाता बनाएं",\
"दोब":"again:दोबारा",\
"न":"fresh:नई",\
"नया":"fresh:नया",\
"पंज":"signup:पंजीकरण",\
"पास":"password:पासवर्ड",\
"पुर":"old:पुराना",\
"पुष":"again:पुष्टि",\
"पूर":"person:पूरा नाम",\
"फ़ो":"phone:फ़ोन",\
"फिर":"verify:फिर से भेज",\
"फोन":"phone:फोन",\
"बदल":"reset:बदलें",\
"भूल":"forgot:भूल",\
"मोब":"phone:मोबाइल",\
"यूज":"user:यूज़र",\
"रजि":"signup:रजिस्टर",\
"रीस":"reset:रीसेट",\
"लॉग":"signin:लॉग इन,लॉगिन",\
"व":"code:वन टाइम",\
"वनट":"code:वन टाइम",\
"वर्":"old:वर्तमान",\
"सत्":"code:सत्यापन कोड;verify:सत्याप",\
"साइ":"signin:साइन इन;signup:साइन अप",\
"คูป":"coupon:คูปอง",\
"ค้น":"search:ค้นหา",\
"จดจ":"remember:จดจํา",\
"จํา":"remember:จําฉัน",\
"ชื่":"user:ชื่อผู้ใช้;person:ชื่อจริง",\
"นาม":"person:นามสกุล",\
"ปัจ":"old:ปัจจุบัน",\
"ผู้":"user:ผู้ใช้",\
"มีบ":"haveaccount:มีบัญชี",\
"มือ":"phone:มือถือ",\
"ยอม":"terms:ยอมรับ",\
"ยัง":"noaccount:ยังไม่มี",\
"ยืน":"again:ยืนยัน;verify:ยืนยัน",\
"รหั":"member:รหัสนักศึกษา;password:รหัสผ่าน;code:รหัสยืนยัน,รหัส otp,รหัสความปลอดภัย;weakcode:รหัส",\
"รับ":"newsletter:รับข่าว",\
"รีเ":"reset:รีเซ็ต",\
"ลงท":"signup:ลงทะเบียน",\
"ลืม":"forgot:ลืม",\
"ล็อ":"signin:ล็อกอิน",\
"สมั":"signup:สมัคร",\
"ส่ง":"verify:ส่งอีก",\
"ส่ว":"coupon:ส่วนลด",\
"อีก":"again:อีกครั้ง",\
"อีเ":"email:อีเมล",\
"เข้":"signin:เข้าสู่ระบบ",\
"เงื":"terms:เงื่อนไข",\
"เดิ":"old:เดิม",\
"เปล":"reset:เปลี่ยนรหัส",\
"เลข":"member:เลขบัตร",\
"แนะ":"coupon:แนะนํา",\
"โทร":"phone:โทรศัพท์",\
"โอท":"code:โอทีพี",\
"ในภ":"captcha:ในภาพ",\
"ใหม":"fresh:ใหม่",\
"ไปร":"postal:ไปรษณีย์",\
"お名前":"person:お名前",\
"お問い":"contact:お問い合わせ",\
"お客様":"user:お客様id;member:お客様番号,お客様id",\
"お持ち":"haveaccount:お持ちの方;noaccount:お持ちでない",\
"お支払":"checkout:お支払",\
"ご注文":"checkout:ご注文",\
"すでに":"haveaccount:すでに",\
"はじめ":"noaccount:はじめて",\
"もう一":"again:もう一度",\
"アカウ":"user:アカウント;signup:アカウント作成,アカウントを作成",\
"カード":"card:カード番号",\
"ギフト":"coupon:ギフト",\
"クレジ":"card:クレジット",\
"クーポ":"coupon:クーポン",\
"コメン":"message:コメント",\
"コード":"weakcode:コード",\
"サイン":"signin:サインイン",\
"セキュ":"code:セキュリティコード",\
"ニック":"user:ニックネーム",\
"ニュー":"newsletter:ニュースレター",\
"ハンド":"user:ハンドル",\
"パスコ":"password:パスコード",\
"パスワ":"password:パスワード;reset:パスワード変更,パスワードの変更",\
"フリガ":"person:フリガナ",\
"プロモ":"coupon:プロモ",\
"メルマ":"newsletter:メルマガ",\
"メール":"email:メール",\
"ユーザ":"user:ユーザid,ユーザ;signup:ユーザー登録",\
"リセッ":"reset:リセット",\
"ログイ":"user:ログインid;signin:ログイン",\
"ログオ":"signin:ログオン",\
"ワンタ":"code:ワンタイム",\
"一次性":"code:一次性",\
"二段階":"code:二段階",\
"今":"old:今の",\
"付":"checkout:付款",\
"任":"optional:任意",\
"企":"company:企业",\
"优":"coupon:优惠",\
"会":"company:会社",\
"会员号":"member:会员号",\
"会员名":"user:会员名",\
"会員i":"user:会員id",\
"会員名":"user:会員名",\
"会員番":"member:会員番号",\
"会員登":"signup:会員登録",\
"住":"place:住所",\
"使用者":"user:使用者",\
"保":"remember:保持",\
"保持登":"remember:保持登",\
"信":"email:信箱",\
"信用卡":"card:信用卡",\
"修改密":"reset:修改密",\
"優":"coupon:優惠,優待",\
"兑":"coupon:兑换",\
"公":"company:公司",\
"再":"again:再次;verify:再送",\
"再入力":"again:再入力",\
"再設定":"reset:再設定",\
"创":"fresh:创建",\
"创建账":"signup:创建账",\
"初めて":"noaccount:初めて",\
"利用者":"user:利用者id",\
"利用規":"terms:利用規約",\
"动态口":"code:动态口令",\
"动态密":"code:动态密码",\
"动态码":"code:动态码",\
"動態密":"code:動態密碼",\
"動態碼":"code:動態碼",\
"区":"postal:区号",\
"协":"terms:协议",\
"協":"terms:協議",\
"卡":"card:卡号",\
"原":"old:原密",\
"口":"password:口令",\
"口座番":"member:口座番号",\
"可":"optional:可选",\
"同":"terms:同意",\
"名":"person:名字,名_",\
"图":"captcha:图形,图片",\
"圖":"captcha:圖形,圖片",\
"地":"place:地址",\
"城":"place:城市",\
"契約番":"member:契約番号",\
"姓":"person:姓名,姓_",\
"字":"captcha:字符",\
"学":"member:学号",\
"学籍番":"member:学籍番号",\
"安全码":"code:安全码",\
"密":"password:密码,密碼",\
"工":"member:工号",\
"已":"haveaccount:已有",\
"已经有":"haveaccount:已经有",\
"市区町":"place:市区町村",\
"帳":"user:帳號,帳户,帳戶",\
"建立帳":"signup:建立帳",\
"当":"old:当前",\
"微":"social:微信",\
"忘":"forgot:忘记,忘記,忘れ",\
"性":"person:性別",\
"手":"phone:手机,手機",\
"找":"reset:找回",\
"承認番":"code:承認番号",\
"折":"coupon:折扣",\
"招":"coupon:招待",\
"推":"coupon:推荐,推薦",\
"搜":"search:搜索,搜尋",\
"携":"phone:携帯",\
"支":"checkout:支付",\
"数":"number:数量",\
"文字以":"fresh:文字以上",\
"新":"fresh:新,新規",\
"新しい":"fresh:新しい",\
"新規登":"signup:新規登録",\
"既":"haveaccount:既に",\
"旧":"old:旧",\
"旧パス":"old:旧パス",\
"昵":"person:昵称",\
"暗証番":"password:暗証番号",\
"暱":"person:暱稱",\
"更改密":"reset:更改密",\
"會員編":"member:會員編號",\
"有効期":"card:有効期限",\
"有效期":"card:有效期",\
"条":"terms:条款",\
"查":"search:查询",\
"校":"verify:校验",\
"校验码":"code:校验码",\
"検":"search:検索",\
"検証コ":"code:検証コード",\
"次回か":"remember:次回から",\
"氏":"person:氏名",\
"没有账":"noaccount:没有账",\
"注":"number:注文;signup:注册",\
"無料登":"signup:無料登録",\
"現在の":"old:現在の",\
"生":"person:生日",\
"生年月":"person:生年月日",\
"用":"user:用户,用戶",\
"电":"phone:电话",\
"画":"captcha:画像",\
"留":"message:留言",\
"當":"old:當前",\
"登":"signin:登录,登錄,登入,登陆",\
"登录i":"user:登录id",\
"登录名":"user:登录名",\
"登录账":"user:登录账",\
"登録す":"signup:登録する",\
"登陆名":"user:登陆名",\
"目":"old:目前",\
"看不清":"captcha:看不清",\
"真":"person:真实",\
"短":"code:短信",\
"码":"weakcode:码",\
"确":"again:确认",\
"確":"again:確認",\
"確認コ":"code:確認コード;verify:確認コード",\
"確認碼":"code:確認碼",\
"碼":"weakcode:碼",\
"礼":"coupon:礼品",\
"答":"answer:答案,答え",\
"紹":"coupon:紹介",\
"结":"checkout:结账",\
"联系我":"contact:联系我们",\
"自动登":"remember:自动登",\
"舊":"old:舊",\
"訂":"newsletter:訂閱",\
"記":"remember:記住,記憶",\
"設":"fresh:設定;settings:設定",\
"設定密":"fresh:設定密",\
"註":"signup:註冊",\
"認":"verify:認証",\
"認証コ":"code:認証コード",\
"認証番":"code:認証番号",\
"認證碼":"code:認證碼",\
"订":"number:订单;newsletter:订阅",\
"认证码":"code:认证码",\
"记":"remember:记住",\
"设":"fresh:设置;settings:设置",\
"评":"message:评论",\
"質":"answer:質問",\
"賬":"user:賬號",\
"購":"newsletter:購読;checkout:購入",\
"账":"user:账号,账户",\
"身份证":"member:身份证",\
"身分證":"member:身分證",\
"还":"noaccount:还没",\
"选":"optional:选填",\
"選":"optional:選填",\
"邀":"coupon:邀请,邀請",\
"還":"noaccount:還沒",\
"邮":"email:邮箱,邮件;postal:邮编,邮政",\
"郵":"email:郵箱,郵件;postal:郵遞,郵便",\
"都道府":"place:都道府県",\
"配":"checkout:配送",\
"重":"again:重复,重複;reset:重置,重設",\
"重新发":"verify:重新发送",\
"重新發":"verify:重新發送",\
"金":"number:金额",\
"问":"answer:问题",\
"電":"email:電郵;phone:電話",\
"驗":"verify:驗證",\
"驗證碼":"code:驗證碼",\
"验":"verify:验证",\
"验证码":"code:验证码",\
"가":"signup:_가입",\
"가입하":"signup:가입하기",\
"검":"search:검색",\
"결":"checkout:결제",\
"계":"user:계정",\
"구":"newsletter:구독",\
"기":"old:기존",\
"뉴스레":"newsletter:뉴스레터",\
"닉네임":"user:닉네임",\
"다":"again:다시",\
"동":"terms:동의",\
"로그인":"user:로그인id;signin:로그인",\
"메":"email:메일",\
"배":"checkout:배송",\
"변":"reset:변경",\
"보안문":"captcha:보안문자",\
"보안코":"code:보안코드",\
"비밀번":"password:비밀번호;reset:비밀번호 변경",\
"사":"member:사번",\
"사용자":"user:사용자",\
"상":"remember:상태 유지",\
"상태유":"remember:상태 유지",\
"새":"fresh:새_,_새",\
"새로운":"fresh:새로운",\
"생년월":"person:생년월일",\
"성":"person:성명,성별",\
"아":"noaccount:아직",\
"아이디":"user:아이디",\
"암":"password:암호",\
"약":"terms:약관",\
"없으신":"noaccount:없으신",\
"우":"postal:우편",\
"유효기":"card:유효기간",\
"이":"fresh:이상;old:이전;person:이름;haveaccount:이미",\
"이메일":"email:이메일",\
"이미지":"captcha:이미지",\
"인":"code:인증 번호,인증 코드;verify:인증",\
"인증번":"code:인증번호,인증 번호",\
"인증코":"code:인증코드,인증 코드",\
"일회용":"code:일회용",\
"잊":"forgot:잊으",\
"자동입":"captcha:자동입력",\
"재설정":"reset:재설정",\
"재입력":"again:재입력",\
"재전송":"verify:재전송",\
"저":"remember:저장",\
"전":"phone:전화",\
"주":"place:주소;checkout:주문",\
"찾":"forgot:찾기",\
"초":"coupon:초대",\
"추천인":"coupon:추천인",\
"카":"card:카드 번호",\
"카드번":"card:카드번호,카드 번호",\
"코":"weakcode:코드",\
"쿠":"coupon:쿠폰",\
"패스워":"password:패스워드",\
"프로모":"coupon:프로모",\
"학":"member:학번",\
"할":"coupon:할인",\
"핸드폰":"phone:핸드폰",\
"현":"old:현재",\
"확":"again:확인;code:확인 코드",\
"확인코":"code:확인코드,확인 코드",\
"회":"company:회사;signup:회원 가입",\
"회원i":"user:회원id",\
"회원가":"signup:회원가입,회원 가입",\
"회원번":"member:회원번호",\
"휴대전":"phone:휴대전화",\
"휴대폰":"phone:휴대폰"\
}',
};
