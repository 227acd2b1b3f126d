import type { NotificationEvent } from '@tablewire/contracts/operations/notifications'
import type { Lang } from '@tablewire/contracts/kit/wire'

/** `{count}` is a number from two up in `many`. */
type Told = { one: string; many: string }
type NotificationPhrases = Record<NotificationEvent, Told> & {
  test: Told
  testText: string
  /** Of a silence: `{name}`, `{seen}` and `{expected}` within an hour. */
  searches: string
  bookings: string
  silenceOver: string
  /** Of several kinds. */
  mixed: string
  guest: string
  guests: string
  /** `{before}` was the time, or the number of guests. */
  was: string
  greeting: string
  intro: string
  more: string
  open: string
  footer: string
}

/** What mails and pushes to staff say; `{name}`, `{count}`, `{before}` and `{url}` are filled in. */
export const notificationPhrases: Record<Lang, NotificationPhrases> = {
  en: {
    new: { one: 'New reservation', many: '{count} new reservations' },
    changed: { one: 'Reservation changed', many: '{count} reservations changed' },
    canceled: { one: 'Reservation canceled', many: '{count} reservations canceled' },
    pending: { one: 'A booking waits for your answer', many: '{count} bookings wait for your answer' },
    sync_failure: { one: 'A connection failed', many: '{count} connection failures' },
    review: { one: 'New review', many: '{count} new reviews' },
    test: { one: 'This is a test', many: '{count} tests' },
    silence: { one: 'Unusually quiet', many: '{count} unusual silences' },
    testText: 'Notifications reach you here.',
    searches: '{name}: {seen} searches within the hour, about {expected} were to be expected',
    bookings: '{name}: {seen} bookings within the hour, about {expected} were to be expected',
    silenceOver: '{name}: as much comes again as usual',
    mixed: '{count} notifications',
    guest: '1 guest',
    guests: '{count} guests',
    was: 'before: {before}',
    greeting: 'Hello {name},',
    intro: 'this happened in your restaurants:',
    more: 'And {count} more.',
    open: 'Open Tablewire',
    footer: 'You get this e-mail because you chose to. Choose anew or stop these e-mails: {url}',
  },
  de: {
    new: { one: 'Neue Reservierung', many: '{count} neue Reservierungen' },
    changed: { one: 'Reservierung geändert', many: '{count} Reservierungen geändert' },
    canceled: { one: 'Reservierung storniert', many: '{count} Reservierungen storniert' },
    pending: { one: 'Eine Buchung wartet auf Ihre Antwort', many: '{count} Buchungen warten auf Ihre Antwort' },
    sync_failure: { one: 'Eine Verbindung ist gestört', many: '{count} gestörte Verbindungen' },
    review: { one: 'Neue Bewertung', many: '{count} neue Bewertungen' },
    test: { one: 'Dies ist ein Test', many: '{count} Tests' },
    silence: { one: 'Ungewöhnlich still', many: '{count} ungewöhnliche Stillen' },
    testText: 'Benachrichtigungen erreichen Sie hier.',
    searches: '{name}: {seen} Suchen in der Stunde, etwa {expected} waren zu erwarten',
    bookings: '{name}: {seen} Buchungen in der Stunde, etwa {expected} waren zu erwarten',
    silenceOver: '{name}: Es kommt wieder so viel wie sonst',
    mixed: '{count} Benachrichtigungen',
    guest: '1 Gast',
    guests: '{count} Gäste',
    was: 'vorher: {before}',
    greeting: 'Hallo {name},',
    intro: 'das ist in Ihren Restaurants geschehen:',
    more: 'Und {count} weitere.',
    open: 'Tablewire öffnen',
    footer: 'Sie erhalten diese E-Mail, weil Sie es so gewählt haben. Neu wählen oder abbestellen: {url}',
  },
  es: {
    new: { one: 'Nueva reserva', many: '{count} reservas nuevas' },
    changed: { one: 'Reserva modificada', many: '{count} reservas modificadas' },
    canceled: { one: 'Reserva cancelada', many: '{count} reservas canceladas' },
    pending: { one: 'Una reserva espera su respuesta', many: '{count} reservas esperan su respuesta' },
    sync_failure: { one: 'Ha fallado una conexión', many: '{count} fallos de conexión' },
    review: { one: 'Nueva reseña', many: '{count} reseñas nuevas' },
    test: { one: 'Esto es una prueba', many: '{count} pruebas' },
    silence: { one: 'Silencio inusual', many: '{count} silencios inusuales' },
    testText: 'Las notificaciones le llegan aquí.',
    searches: '{name}: {seen} búsquedas en la hora, se esperaban unas {expected}',
    bookings: '{name}: {seen} reservas en la hora, se esperaban unas {expected}',
    silenceOver: '{name}: vuelve a llegar lo habitual',
    mixed: '{count} notificaciones',
    guest: '1 comensal',
    guests: '{count} comensales',
    was: 'antes: {before}',
    greeting: 'Hola, {name}:',
    intro: 'esto ha ocurrido en sus restaurantes:',
    more: 'Y {count} más.',
    open: 'Abrir Tablewire',
    footer: 'Recibe este correo porque así lo eligió. Cambie sus opciones o deje de recibirlo: {url}',
  },
  fr: {
    new: { one: 'Nouvelle réservation', many: '{count} nouvelles réservations' },
    changed: { one: 'Réservation modifiée', many: '{count} réservations modifiées' },
    canceled: { one: 'Réservation annulée', many: '{count} réservations annulées' },
    pending: { one: 'Une réservation attend votre réponse', many: '{count} réservations attendent votre réponse' },
    sync_failure: { one: 'Une connexion a échoué', many: '{count} échecs de connexion' },
    review: { one: 'Nouvel avis', many: '{count} nouveaux avis' },
    test: { one: 'Ceci est un test', many: '{count} tests' },
    silence: { one: 'Silence inhabituel', many: '{count} silences inhabituels' },
    testText: 'Les notifications vous parviennent ici.',
    searches: '{name} : {seen} recherches dans l’heure, on en attendait environ {expected}',
    bookings: '{name} : {seen} réservations dans l’heure, on en attendait environ {expected}',
    silenceOver: '{name} : tout arrive de nouveau comme d’habitude',
    mixed: '{count} notifications',
    guest: '1 couvert',
    guests: '{count} couverts',
    was: 'avant : {before}',
    greeting: 'Bonjour {name},',
    intro: 'voici ce qui s’est passé dans vos restaurants :',
    more: 'Et {count} de plus.',
    open: 'Ouvrir Tablewire',
    footer: 'Vous recevez cet e-mail parce que vous l’avez choisi. Modifier ce choix ou ne plus en recevoir : {url}',
  },
  nl: {
    new: { one: 'Nieuwe reservering', many: '{count} nieuwe reserveringen' },
    changed: { one: 'Reservering gewijzigd', many: '{count} reserveringen gewijzigd' },
    canceled: { one: 'Reservering geannuleerd', many: '{count} reserveringen geannuleerd' },
    pending: { one: 'Een boeking wacht op uw antwoord', many: '{count} boekingen wachten op uw antwoord' },
    sync_failure: { one: 'Een verbinding is verstoord', many: '{count} verstoorde verbindingen' },
    review: { one: 'Nieuwe beoordeling', many: '{count} nieuwe beoordelingen' },
    test: { one: 'Dit is een test', many: '{count} tests' },
    silence: { one: 'Ongewoon stil', many: '{count} ongewone stiltes' },
    testText: 'Meldingen bereiken u hier.',
    searches: '{name}: {seen} zoekopdrachten in het uur, ongeveer {expected} werden verwacht',
    bookings: '{name}: {seen} boekingen in het uur, ongeveer {expected} werden verwacht',
    silenceOver: '{name}: er komt weer evenveel als normaal',
    mixed: '{count} meldingen',
    guest: '1 gast',
    guests: '{count} gasten',
    was: 'eerst: {before}',
    greeting: 'Hallo {name},',
    intro: 'dit is er in uw restaurants gebeurd:',
    more: 'En nog {count}.',
    open: 'Tablewire openen',
    footer: 'U krijgt deze e-mail omdat u dat zo hebt gekozen. Anders kiezen of afmelden: {url}',
  },
}
