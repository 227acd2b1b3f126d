import type { Lang } from '@tablewire/contracts/wire'

/** `recovery`: the link for a new password. `changed`: the password is another one now. */
export type AccountNotice = 'recovery' | 'changed'
type Letter = { subject: string; title: string; paragraphs: readonly string[]; button: string }
type MailPhrases = Record<AccountNotice, Letter> & { greeting: string; footer: string }

/** `{brand}`, `{name}` and `{email}` are filled in. */
export const mailPhrases: Record<Lang, MailPhrases> = {
  en: {
    recovery: {
      subject: 'Your new password for {brand}',
      title: 'Choose a new password',
      paragraphs: [
        'Somebody, hopefully you, asked for a new password for {email}. The link is good for one hour and works once.',
        'If it was not you, there is nothing to do: your password stays as it is.',
      ],
      button: 'Choose a new password',
    },
    changed: {
      subject: 'Your password for {brand} was changed',
      title: 'Your password was changed',
      paragraphs: [
        'The password of {email} is a new one, and other places where you were signed in have been signed out.',
        'If it was not you, set a new password at once and tell your administrator.',
      ],
      button: 'I did not do this',
    },
    greeting: 'Hello {name},',
    footer: 'You receive this message because {email} signs in at {brand}.',
  },
  de: {
    recovery: {
      subject: 'Ihr neues Passwort für {brand}',
      title: 'Neues Passwort wählen',
      paragraphs: [
        'Jemand, hoffentlich Sie, hat ein neues Passwort für {email} angefordert. Der Link gilt eine Stunde und funktioniert einmal.',
        'Waren Sie es nicht, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
      ],
      button: 'Neues Passwort wählen',
    },
    changed: {
      subject: 'Ihr Passwort für {brand} wurde geändert',
      title: 'Ihr Passwort wurde geändert',
      paragraphs: [
        'Für {email} gilt ein neues Passwort; an anderen Orten, an denen Sie angemeldet waren, sind Sie jetzt abgemeldet.',
        'Waren Sie es nicht, setzen Sie sofort ein neues Passwort und sagen Sie Ihrem Administrator Bescheid.',
      ],
      button: 'Das war ich nicht',
    },
    greeting: 'Guten Tag {name},',
    footer: 'Sie erhalten diese Nachricht, weil sich {email} bei {brand} anmeldet.',
  },
  es: {
    recovery: {
      subject: 'Su nueva contraseña de {brand}',
      title: 'Elija una nueva contraseña',
      paragraphs: [
        'Alguien, esperamos que usted, ha pedido una nueva contraseña para {email}. El enlace vale durante una hora y funciona una sola vez.',
        'Si no ha sido usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
      ],
      button: 'Elegir una nueva contraseña',
    },
    changed: {
      subject: 'Se ha cambiado su contraseña de {brand}',
      title: 'Se ha cambiado su contraseña',
      paragraphs: [
        'La contraseña de {email} es nueva, y se ha cerrado la sesión en los demás lugares donde la tenía abierta.',
        'Si no ha sido usted, ponga enseguida una nueva contraseña y avise a su administrador.',
      ],
      button: 'No he sido yo',
    },
    greeting: 'Hola, {name}:',
    footer: 'Recibe este mensaje porque {email} inicia sesión en {brand}.',
  },
  fr: {
    recovery: {
      subject: 'Votre nouveau mot de passe pour {brand}',
      title: 'Choisissez un nouveau mot de passe',
      paragraphs: [
        'Quelqu’un, vous nous l’espérons, a demandé un nouveau mot de passe pour {email}. Le lien est valable une heure et fonctionne une seule fois.',
        'Si ce n’était pas vous, il n’y a rien à faire : votre mot de passe reste inchangé.',
      ],
      button: 'Choisir un nouveau mot de passe',
    },
    changed: {
      subject: 'Votre mot de passe pour {brand} a été modifié',
      title: 'Votre mot de passe a été modifié',
      paragraphs: [
        'Le mot de passe de {email} est nouveau, et vous avez été déconnecté des autres endroits où vous étiez connecté.',
        'Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe et prévenez votre administrateur.',
      ],
      button: 'Ce n’était pas moi',
    },
    greeting: 'Bonjour {name},',
    footer: 'Vous recevez ce message parce que {email} se connecte à {brand}.',
  },
  nl: {
    recovery: {
      subject: 'Uw nieuwe wachtwoord voor {brand}',
      title: 'Kies een nieuw wachtwoord',
      paragraphs: [
        'Iemand, hopelijk u, heeft een nieuw wachtwoord gevraagd voor {email}. De link is een uur geldig en werkt één keer.',
        'Was u het niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
      ],
      button: 'Kies een nieuw wachtwoord',
    },
    changed: {
      subject: 'Uw wachtwoord voor {brand} is gewijzigd',
      title: 'Uw wachtwoord is gewijzigd',
      paragraphs: [
        'Het wachtwoord van {email} is nieuw, en op andere plaatsen waar u was aangemeld bent u nu afgemeld.',
        'Was u het niet, stel dan meteen een nieuw wachtwoord in en waarschuw uw beheerder.',
      ],
      button: 'Dit was ik niet',
    },
    greeting: 'Hallo {name},',
    footer: 'U ontvangt dit bericht omdat {email} zich aanmeldt bij {brand}.',
  },
}
