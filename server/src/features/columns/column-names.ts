import { ImportKind } from '@tablewire/contracts/import/import.rules'

/**
 * What columns are called: in English, German, French, Spanish and Dutch, and by the systems and open lists people come from. Target → its names, those
 * first that say it best; compared in lower case, without accents, spaces and signs.
 */
type Names = Readonly<Record<string, string>>

const contact: Names = {
  email:
    'email emailaddress mail mailaddress epost correo correoelectronico courriel adressemail adressemail adresseelectronique emailadresse emailadres mailadresse contactemail',
  phone:
    'phone phonenumber telephone telephonenumber tel telno telefon telefonnummer rufnummer telefono numerodetelefono telephoneportable numerodetelephone telefoon telefoonnummer mobile mobilephone mobilenumber mobil mobiltelefon handy handynummer cell cellphone movil telefonomovil portable gsm mobiel contactnumber contactphone phone1 tel1 telefon1 phonee164 msisdn fon',
}

const venues: Names = {
  name: 'name venuename restaurantname businessname companyname placename storename displayname tradingname nombre nombrecomercial nom denomination raisonsociale naam restaurantnaam bezeichnung betriebsname lokalname restaurant venue title titel titulo titre label store shopname dbaname dba',
  externalId:
    'externalid externalvenueid venueid restaurantid businessid locationid storeid shopid outletid propertyid placeid partnerid internalid ownid yourownid ihreeigenekennung votrepropreidentifiant supropioid uweigenid sourceid reference ref referenz referentie code venuecode restaurantcode codigo codigointerno codigolocal codigorestaurante codeinterne kundennummer customernumber clientid objectid recordid identifier kennung identificador identifiant camis pk uid uuid guid id',
  id: 'hubid iddelhub idduhub hubvenueid tablewireid',
  currency: 'currency currencycode wahrung waehrung moneda divisa devise valuta',
  minCovers: 'mincovers minparty minpartysize minguests minpax mingaste comensalesmin couvertsmin mingasten',
  maxCovers: 'maxcovers maxparty maxpartysize maxguests maxpax maxgaste comensalesmax couvertsmax maxgasten',
  active: 'active isactive enabled aktiv activo actif actief',
  sdkAccess: 'sdkaccess widget widgetenabled',
  tripadvisorId: 'tripadvisorid tripadvisor taid',
  osm: 'osm osmref',
  osmType: 'osmtype',
  osmId: 'osmid',
  address:
    'address fulladdress formattedaddress postaladdress addr add anschrift adresse postadresse postanschrift direccion direccioncompleta domicilio adressepostale adressecomplete adres volledigadres',
  street:
    'street streetaddress streetname addressline1 addressline address1 addrstreet addressstreet road strasse str strassehausnummer strasseundhausnummer adresszeile1 calle nombrevia rue voie adresse1 ligne1 straat straatnaam straatenhuisnummer',
  houseNumber:
    'housenumber houseno streetnumber streetno buildingnumber addrhousenumber hausnummer hausnr hnr nr numero numeroportal numerodecalle numerodevoie numerodelavoie num huisnummer huisnr building',
  postcode:
    'postcode postalcode postal zip zipcode zippostalcode zippostcode zip5 pincode pin addrpostcode plz postleitzahl codigopostal cp codepostal codpostal postnummer',
  city: 'city cityname town addrcity locality addresslocality municipality place stadt ort ortschaft gemeinde wohnort ciudad localidad municipio poblacion ville commune localite stad plaats woonplaats gemeente suburb',
  addrCountry: 'addrcountry addresscountry',
  country:
    'country countrycode countryiso iso2 isocountry isocountrycode countryisocode alpha2 countryname land landcode laendercode landercode landeskennzeichen staat nation pais codigopais pays codepays paysiso',
  tz: 'tz timezone timezoneid timezonename iana ianatimezone ianazone tzid tzname zeitzone zonahoraria husohorario fuseauhoraire fuseau tijdzone olsontimezone',
  tzMethod: 'tzmethod',
  lat: 'lat latitude latitud latitudine breitengrad breite geographischebreite breedtegraad geolat latdec latwgs84 wgs84lat positionlat locationlat gpslat gpslatitude py ycoord coordy coordinatey',
  lon: 'lon lng long longitude longitud longitudine langengrad laengengrad lange geographischelange lengtegraad geolon geolng lonwgs84 lngwgs84 wgs84lon positionlng positionlon locationlng locationlon gpslon gpslng gpslongitude px xcoord coordx coordinatex',
  position:
    'position latlon latlng latlong latitudelongitude coordinates coordinate coords geo geopoint geopoint2d geolocation gps gpscoordinates geokoordinaten koordinaten coordenadas coordonnees coordonneesgps coordinaten pointgeo wkt',
  phone: contact['phone']!,
  website:
    'website web url weburl websiteurl webpage webseite webadresse internet internetadresse homepage hp site siteweb sitioweb paginaweb paginawww www link weblink contenturl siteinternet siteurl internetadres',
  cuisine:
    'cuisine cuisines cuisinetype typeofcuisine kuche kueche kuchenart kuechenart cocina tipodecocina tipococina typedecuisine keuken keukentype cuisinedescription foodtype servescuisine',
  openingHours:
    'openinghours opening openingtimes openinghour openhours opentime opentimes open openinghoursosm hours businesshours hoursofoperation workinghours servicehours openinghoursspecification offnungszeiten oeffnungszeiten offnungszeit horario horarios horariodeapertura horariosapertura horaires horairesdouverture heuresdouverture ouverture openingstijden openingsuren openingsuur',
  capacity:
    'capacity seats seatcount seatingcapacity numberofseats maxcapacity covers platze sitzplatze sitzplaetze kapazitat kapazitaet plazas aforo capacidad asientos places couverts capacite nombredeplaces zitplaatsen plaatsen capaciteit aantalplaatsen',
  icon: 'icon amenity kind venuetype businesstype placetype category',
  shop: 'shop',
  nameEn: 'nameen nameenglish englishname',
  nameAr: 'namear namearabic arabicname',
  nameHe: 'namehe namehebrew hebrewname',
  nameFr: 'namefr namefrench frenchname',
  nameRu: 'nameru namerussian russianname',
}

const reservations: Names = {
  venue:
    'venue venuename venueid restaurant restaurantname restaurantid location locationname locationid outlet outletname property propertyname site lokal betrieb standort filiale restaurante local establecimiento etablissement nomduresto vestiging zaak storeid airstoreid hpgstoreid hotel business businessname store',
  reference:
    'reference ref bookingid bookingno bookingnumber bookingref bookingreference bookingcode reservationid reservationno reservationnumber reservationref reservationreference reservationcode reservno confirmation confirmationcode confirmationnumber confirmationno confirmationid externalid buchungsnummer buchungsnr buchungscode reservierungsnummer reservierungsnr reservierungscode numerodereserva localizador codigodereserva referencia numerodereservation referencereservation reservatienummer reserveringsnummer referentie boekingsnummer uuid id',
  date: 'date visitdate visitdatetime bookingdate reservationdate reservationdatetime reservedatetime reservdate arrivaldate diningdate mealdate eventdate servicedate startsat startat start starttime datetime startdatetime startdate arrival when datum besuchsdatum reservierungsdatum datumuhrzeit fecha fechareserva fechadereserva fechahora jour tag dia datereservation datedereservation datedelareservation datedevisite dateheure reservatiedatum reserveringsdatum datumtijd',
  time: 'time visittime starttime arrivaltime bookingtime reservationtime reservtime diningtime mealtime timeofday slot uhrzeit zeit ankunft ankunftszeit reservierungszeit hora horareserva horadereserva horadellegada heure heurereservation heuredereservation heuredarrivee tijd reservatietijd reserveringstijd aankomsttijd tijdstip',
  partySize:
    'partysize party covers guests guestcount numberofguests noofguests nguests pax paxcount persons people numberofpeople numberofpersons headcount size seats covercount reservevisitors visitors personen personenzahl personenanzahl anzahlpersonen gaste gaeste gasteanzahl anzahlgaste gastezahl comensales numerodecomensales personas numerodepersonas couverts nombredecouverts nbcouverts personnes nombredepersonnes nbpersonnes aantalpersonen aantalgasten gasten adults children babies',
  status:
    'status reservationstatus bookingstatus state bookingstate buchungsstatus reservierungsstatus zustand estado estadoreserva estadodelareserva statut statutreservation etat reservatiestatus reserveringsstatus',
  firstName: 'firstname givenname forename first guestfirstname vorname nombre nombredepila prenom voornaam',
  lastName:
    'lastname surname familyname last guestlastname guestname fullname customername clientname dinername guestfullname guest customer client name nachname familienname zuname gast gastname kunde apellido apellidos cliente nombrecliente nombrecompleto nom nomdefamille nomclient achternaam familienaam naam naamgast klant',
  ...contact,
  lang: 'language lang locale guestlanguage preferredlanguage sprache idioma lengua langue taal',
  area: 'area areaname room roomname section diningarea diningroom seatingarea floor zone bereich raum saal sala salon comedor salle espace ruimte zaal',
  channel:
    'channel channelname source bookingchannel bookingsource reservationsource distributionchannel origin partner via kanal quelle herkunft canal canalreserva origen origine provenance kanaal bron herkomst',
  durationMinutes:
    'duration durationminutes durationmin durationinminutes stay staylength stayminutes turntime minutes dauer dauerminuten aufenthaltsdauer verweildauer duracion duracionminutos duree dureeminutes duur duurminuten verblijfsduur',
  createdAt:
    'createdat created createdon createddate createdtime datecreated creationdate creationtime bookedat bookedon booked dateofbooking bookedtime bookingcreated reservedat reservedatetime madeat erstellt erstelltam angelegtam gebuchtam buchungsdatum creado creadoel fechacreacion fechadecreacion creele creeele datecreation datedecreation aangemaakt aangemaaktop geboektop boekingsdatum',
  leadDays: 'leadtime leaddays leadtimedays daysahead vorlauf vorlauftage',
  canceledAt:
    'canceledat cancelledat canceledon cancelledon canceleddate cancelleddate canceldate cancellationdate cancellationtime storniertam stornodatum canceladoel fechacancelacion annulele dateannulation geannuleerdop annuleringsdatum',
  cancelReason:
    'cancelreason cancellationreason reasonforcancellation stornogrund stornierungsgrund motivocancelacion motivodecancelacion motifannulation motifdannulation annuleringsreden redenannulering',
  notes:
    'notes note comments comment remarks remark specialrequest specialrequests requests request guestnotes bookingnotes reservationnotes message wishes notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar hinweise sonderwunsche notas nota comentarios comentario observaciones peticiones remarques remarque commentaire commentaires demandesspeciales opmerkingen opmerking notities wensen',
  tags: 'tags tag labels label schlagworte etiquetas etiquettes occasion anlass ocasion',
}

const users: Names = {
  email: `${contact['email']} login user userid benutzer`,
  firstName: 'firstname givenname forename first vorname nombre nombredepila prenom voornaam',
  lastName:
    'lastname surname familyname last fullname name displayname nachname familienname zuname apellido apellidos nombrecompleto nom nomdefamille achternaam familienaam naam',
  username: 'username loginname nickname benutzername anmeldename nombredeusuario usuario nomdutilisateur identifiant gebruikersnaam',
  roles: 'roles role userrole position jobtitle rolle rollen rol roles_ papel fonction rolen',
  permissions: 'permissions permission rights areas privileges berechtigungen rechte permisos derechos droits autorisations rechten',
  access: 'access venueaccess sees zugriff sieht acceso ve acces voit toegang ziet',
  groups: 'groups group gruppen gruppe grupos grupo groupes groupe groepen groep',
  venues: 'venues venue restaurants restaurant locations location sites stores restaurantes etablissements etablissement vestigingen',
  company: 'company companyname organisation organization customer firma unternehmen empresa compania societe entreprise bedrijf',
  lang: 'language lang locale preferredlanguage sprache idioma lengua langue taal',
  city: 'city town stadt ort wohnort ciudad localidad ville stad plaats woonplaats',
  country: 'country countrycode land landcode pais pays',
  state: 'state status active zustand estado etat statut',
}

const reviews: Names = {
  venue: reservations['venue']!,
  source:
    'source platform site portal channel provider publisher network quelle plattform portal kanal fuente plataforma canal plateforme bron platform kanaal',
  reviewId:
    'reviewid idatthesource nummerbeiderquelle numeroalasource numeroenlafuente nummerbijdebron externalid id reviewno bewertungsid idavis idresena beoordelingsid uuid key',
  publishedAt:
    'publishedat published publishedon publisheddate publishdate date reviewdate createdat created createtime postedat posted datetime timestamp veroffentlicht veroffentlichtam bewertungsdatum datum fecha fechapublicacion fechadepublicacion publicado publicada publiele publieele datepublication datedepublication dateavis gepubliceerd gepubliceerdop publicatiedatum',
  rating:
    'rating stars score starrating overallrating ratingvalue points note noteglobale bewertung sterne sternebewertung punkte punktzahl puntuacion estrellas valoracion calificacion etoiles notation cijfer sterren waardering beoordeling oordeel',
  scale: 'scale maxrating bestrating outof ratingscale maximum skala escala echelle bareme schaal',
  title: 'title headline subject reviewtitle titel uberschrift titulo titre kop',
  text: 'text review reviewtext comment content body message description reviewcontent bewertungstext kommentar inhalt texto resena comentario opinion contenido texte avis commentaire contenu tekst recensie opmerking inhoud',
  lang: 'language lang locale reviewlanguage sprache idioma lengua langue taal',
  author:
    'author authorname reviewer reviewername user username name guest guestname customer autor verfasser nutzer gast kunde cliente auteur client nomauteur schrijver gebruiker klant',
  visitedOn:
    'visitedon visit visitdate dateofvisit visited staydate traveldate besuch besuchsdatum besuchtam fechavisita fechadevisita visita datevisite datedevisite visite bezoek bezoekdatum bezocht',
  reference:
    'reference ref bookingnumber bookingreference bookingref reservationreference reservationnumber confirmationcode buchungsnummer reservierungsnummer referencia numerodereserva localizador referencereservation numerodereservation reserveringsnummer referentie',
  url: 'url link reviewurl permalink weblink adresse enlace lien',
}

const onboarding: Names = {
  name: 'name venuename venue restaurant restaurantname businessname outlet lokal betrieb nombre establecimiento nom etablissement naam zaak',
  system:
    'system reservationsystem rms reservierungssystem sistema sistemadereservas systeme systemedereservation systeem reserveringssysteem',
  bookingChannel: 'bookingchannel channel bc partner buchungskanal kanal canal canaldereservas canaldereservation boekingskanaal kanaal',
  requester:
    'requester requestedby askedby anfragender angefragtvon solicitante solicitadopor demandeur demandepar aanvrager aangevraagddoor',
  id: 'hubid mozrestid ourid hub unserenummer nuestroid notreidentifiant onsid',
  rmsVenueId:
    'rmsvenueid idatthereservationsystem venueid systemid externalid idbeimreservierungssystem identreelsistemadereservas idenelsistemadereservas identifiantdanslesystemedereservation idbijhetreserveringssysteem',
  channelVenueId:
    'channelvenueid bookingchannelvenueid bcvenueid idatthebookingchannel channelid idbeimbuchungskanal idenelcanaldereservas identifiantdanslecanaldereservation idbijhetboekingskanaal',
  address: 'address venueaddress fulladdress street adresse anschrift direccion domicilio adres',
  country: 'country countrycode land landcode pais pays',
  phone: 'phone telephone tel venuephone phonenumber telefon telefonnummer telefono telefoon telefoonnummer',
  url: 'link url website webpage profileurl profile homepage site web enlace lien webseite',
  requestReference:
    'reference ref ownreference yourreference aktenzeichen referenz referencia referentie ihrereferenz sureferencia votrereference uwreferentie',
  email: `${contact['email']}`,
  lang: 'language lang locale sprache idioma lengua langue taal',
  notes: 'notes note comment comments remarks notizen notiz bemerkung notas observaciones remarques notities opmerkingen',
  internalNotes: 'internalnotes internal privatenotes internenotizen internenotiz notasinternas notesinternes internenotities',
  noneOfThese: 'noneofthese another new keinesdavon ningunodeestos aucundeceuxci geenvandeze',
}

const names: Readonly<Record<ImportKind, Names>> = { venues, reservations, users, reviews, onboarding }

/** Words that say whose or which, not what: `venue_phone`, `Guest email`, `addr:city`. */
const besides: Readonly<Record<ImportKind, ReadonlySet<string>>> = {
  venues: new Set(
    'venue restaurant business location store shop place site outlet property addr address contact main primary company geo the your own'.split(
      ' ',
    ),
  ),
  reservations: new Set(
    'booking reservation guest customer client diner contact visit visitor reservierung reserva buchung gast primary main the your'.split(
      ' ',
    ),
  ),
  reviews: new Set('review the your bewertung resena avis beoordeling'.split(' ')),
  onboarding: new Set('restaurant contact request main primary the your'.split(' ')),
  users: new Set('user person employee staff contact work primary main the your'.split(' ')),
}

/** `ß` and other letters that are no letter with a mark. */
const spelled: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l' }
const tokensOf = (name: string): string[] =>
  name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæøœł]/g, (letter) => spelled[letter]!)
    .split(/[^\p{L}\d]+/u)
    .filter((token) => token !== '')

/** Name → what it may be, each with its place in the list. */
const lookupOf = (targets: Names): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const found = new Map<string, Map<string, number>>()
  for (const [target, list] of Object.entries(targets))
    for (const [place, name] of list.split(' ').entries()) {
      const meant = found.get(name) ?? new Map<string, number>()
      if (!meant.has(target)) meant.set(target, place)
      found.set(name, meant)
    }
  return found
}
const lookups: Readonly<Record<ImportKind, ReturnType<typeof lookupOf>>> = {
  venues: lookupOf(names.venues),
  reservations: lookupOf(names.reservations),
  users: lookupOf(names.users),
  reviews: lookupOf(names.reviews),
  onboarding: lookupOf(names.onboarding),
}

/** Target → how well the name says it, 0 to 1. A name with its unit or in brackets counts less than the plain one. */
export const targetsNamed = (kind: ImportKind, name: string): ReadonlyMap<string, number> => {
  const tokens = tokensOf(name)
  const bare = tokensOf(name.replaceAll(/\(.*?\)|\[.*?\]/g, ' '))
  const left = tokens.filter((token) => !besides[kind].has(token))
  const scores = new Map<string, number>()
  for (const [index, words] of [tokens, bare, left].entries())
    for (const [target, place] of lookups[kind].get(words.join('')) ?? []) {
      const score = 1 - index * 0.2 - Math.min(place, 90) / 500
      scores.set(target, Math.max(scores.get(target) ?? 0, score))
    }
  return scores
}

/** Whether columns of any import are called so: it tells a line of names from a row. */
export const isColumnName = (name: string): boolean =>
  ImportKind.options.some((kind) => name.length <= 60 && targetsNamed(kind, name).size > 0)
