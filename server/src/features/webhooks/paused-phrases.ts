import type { Lang } from '@tablewire/contracts/kit/wire'

type Letter = {
  subject: string
  heading: string
  greeting: string
  text: readonly string[]
  address: string
  reason: string
  footer: string
}

/** `{channel}`, `{name}` and `{brand}` are filled in. */
export const pausedPhrases: Record<Lang, Letter> = {
  en: {
    subject: 'Webhooks of {channel} are paused',
    heading: 'Your endpoint does not answer',
    greeting: 'Hello {name},',
    text: [
      'For three days nothing we sent to the endpoint of {channel} has arrived. We have stopped calling it.',
      'What happens to your bookings is kept. Resume the endpoint when it works again, and everything that waits is sent in order.',
    ],
    address: 'Address',
    reason: 'Last error',
    footer: 'You receive this message because you look after {channel} at {brand}.',
  },
  de: {
    subject: 'Webhooks von {channel} sind angehalten',
    heading: 'Ihr Endpunkt antwortet nicht',
    greeting: 'Guten Tag {name},',
    text: [
      'Seit drei Tagen ist nichts angekommen, was wir an den Endpunkt von {channel} gesendet haben. Wir rufen ihn nicht mehr auf.',
      'Was mit Ihren Buchungen geschieht, wird aufbewahrt. Setzen Sie den Endpunkt fort, sobald er wieder arbeitet; alles Wartende wird dann der Reihe nach gesendet.',
    ],
    address: 'Adresse',
    reason: 'Letzter Fehler',
    footer: 'Sie erhalten diese Nachricht, weil Sie sich bei {brand} um {channel} kümmern.',
  },
  es: {
    subject: 'Los webhooks de {channel} están en pausa',
    heading: 'Su destino no responde',
    greeting: 'Hola, {name}:',
    text: [
      'Desde hace tres días no llega nada de lo que enviamos al destino de {channel}. Hemos dejado de llamarlo.',
      'Lo que ocurre con sus reservas se conserva. Reanude el destino cuando vuelva a funcionar y todo lo pendiente se enviará en orden.',
    ],
    address: 'Dirección',
    reason: 'Último error',
    footer: 'Recibe este mensaje porque se ocupa de {channel} en {brand}.',
  },
  fr: {
    subject: 'Les webhooks de {channel} sont en pause',
    heading: 'Votre point de réception ne répond pas',
    greeting: 'Bonjour {name},',
    text: [
      'Depuis trois jours, rien de ce que nous envoyons au point de réception de {channel} n’arrive. Nous avons cessé de l’appeler.',
      'Ce qui arrive à vos réservations est conservé. Reprenez les envois quand il fonctionne à nouveau, et tout ce qui attend part dans l’ordre.',
    ],
    address: 'Adresse',
    reason: 'Dernière erreur',
    footer: 'Vous recevez ce message parce que vous vous occupez de {channel} chez {brand}.',
  },
  nl: {
    subject: 'Webhooks van {channel} zijn gepauzeerd',
    heading: 'Uw eindpunt antwoordt niet',
    greeting: 'Hallo {name},',
    text: [
      'Al drie dagen komt niets aan van wat wij naar het eindpunt van {channel} sturen. Wij roepen het niet meer aan.',
      'Wat er met uw boekingen gebeurt, blijft bewaard. Hervat het eindpunt zodra het weer werkt, dan wordt alles wat wacht op volgorde verstuurd.',
    ],
    address: 'Adres',
    reason: 'Laatste fout',
    footer: 'U ontvangt dit bericht omdat u bij {brand} voor {channel} zorgt.',
  },
}
