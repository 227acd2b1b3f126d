import type { Lang } from '@tablewire/contracts/kit/wire'

/** `invited`: to whoever was added. `added`: to the owner of the company. */
export type LetterName = 'invited' | 'added'
export type Letter = { subject: string; title: string; greeting: string; paragraphs: readonly string[]; button: string; footer: string }

/** `{brand}`, `{company}`, `{name}`, `{email}`, `{by}`, `{days}`, `{person}` and `{address}` are filled in. */
export const invitationPhrases: Record<Lang, Record<LetterName, Letter>> = {
  en: {
    invited: {
      subject: '{by} invites you to {brand}',
      title: 'Welcome to {brand}',
      greeting: 'Hello {name},',
      paragraphs: [
        '{by} has made an account for you, for {company}. You sign in with {email}.',
        'Choose a password now; after that you can sign in at once. The link works once, for {days} days.',
      ],
      button: 'Choose a password',
      footer: 'You receive this message because {by} entered this address. If you do not know why, there is nothing to do.',
    },
    added: {
      subject: '{person} was added to {company}',
      title: 'Somebody was added',
      greeting: 'Hello {name},',
      paragraphs: ['{by} has added {person} ({address}) to the people of {company}.', 'If this is not right, disable the account.'],
      button: 'Look at the users',
      footer: 'You receive this message because you answer for {company} at {brand}.',
    },
  },
  de: {
    invited: {
      subject: '{by} lädt Sie zu {brand} ein',
      title: 'Willkommen bei {brand}',
      greeting: 'Guten Tag {name},',
      paragraphs: [
        '{by} hat für Sie ein Konto angelegt, für {company}. Sie melden sich mit {email} an.',
        'Wählen Sie jetzt ein Passwort; danach können Sie sich sofort anmelden. Der Link funktioniert einmal und gilt {days} Tage.',
      ],
      button: 'Passwort wählen',
      footer: 'Sie erhalten diese Nachricht, weil {by} diese Adresse eingetragen hat. Wissen Sie nicht, warum, müssen Sie nichts tun.',
    },
    added: {
      subject: '{person} gehört jetzt zu {company}',
      title: 'Jemand ist dazugekommen',
      greeting: 'Guten Tag {name},',
      paragraphs: ['{by} hat {person} ({address}) bei {company} hinzugefügt.', 'Ist das nicht richtig, sperren Sie das Konto.'],
      button: 'Benutzer ansehen',
      footer: 'Sie erhalten diese Nachricht, weil Sie bei {brand} für {company} verantwortlich sind.',
    },
  },
  es: {
    invited: {
      subject: '{by} le invita a {brand}',
      title: 'Le damos la bienvenida a {brand}',
      greeting: 'Hola, {name}:',
      paragraphs: [
        '{by} ha creado una cuenta para usted, para {company}. Inicia sesión con {email}.',
        'Elija ahora una contraseña; después podrá iniciar sesión enseguida. El enlace funciona una vez y vale {days} días.',
      ],
      button: 'Elegir contraseña',
      footer: 'Recibe este mensaje porque {by} indicó esta dirección. Si no sabe por qué, no tiene que hacer nada.',
    },
    added: {
      subject: '{person} forma parte de {company}',
      title: 'Se ha añadido a alguien',
      greeting: 'Hola, {name}:',
      paragraphs: ['{by} ha añadido a {person} ({address}) a las personas de {company}.', 'Si no es correcto, desactive la cuenta.'],
      button: 'Ver los usuarios',
      footer: 'Recibe este mensaje porque responde de {company} en {brand}.',
    },
  },
  fr: {
    invited: {
      subject: '{by} vous invite sur {brand}',
      title: 'Bienvenue sur {brand}',
      greeting: 'Bonjour {name},',
      paragraphs: [
        '{by} a créé un compte pour vous, pour {company}. Vous vous connectez avec {email}.',
        'Choisissez maintenant un mot de passe ; vous pourrez ensuite vous connecter tout de suite. Le lien fonctionne une fois, pendant {days} jours.',
      ],
      button: 'Choisir un mot de passe',
      footer: 'Vous recevez ce message parce que {by} a saisi cette adresse. Si vous ne savez pas pourquoi, il n’y a rien à faire.',
    },
    added: {
      subject: '{person} fait partie de {company}',
      title: 'Quelqu’un a été ajouté',
      greeting: 'Bonjour {name},',
      paragraphs: ['{by} a ajouté {person} ({address}) aux personnes de {company}.', 'Si ce n’est pas juste, désactivez le compte.'],
      button: 'Voir les utilisateurs',
      footer: 'Vous recevez ce message parce que vous répondez de {company} sur {brand}.',
    },
  },
  nl: {
    invited: {
      subject: '{by} nodigt u uit voor {brand}',
      title: 'Welkom bij {brand}',
      greeting: 'Hallo {name},',
      paragraphs: [
        '{by} heeft een account voor u gemaakt, voor {company}. U meldt zich aan met {email}.',
        'Kies nu een wachtwoord; daarna kunt u zich meteen aanmelden. De link werkt één keer en is {days} dagen geldig.',
      ],
      button: 'Wachtwoord kiezen',
      footer: 'U krijgt dit bericht omdat {by} dit adres heeft ingevuld. Weet u niet waarom, dan hoeft u niets te doen.',
    },
    added: {
      subject: '{person} hoort nu bij {company}',
      title: 'Er is iemand toegevoegd',
      greeting: 'Hallo {name},',
      paragraphs: [
        '{by} heeft {person} ({address}) toegevoegd aan de mensen van {company}.',
        'Klopt dit niet, schakel het account dan uit.',
      ],
      button: 'Gebruikers bekijken',
      footer: 'U krijgt dit bericht omdat u bij {brand} verantwoordelijk bent voor {company}.',
    },
  },
}
