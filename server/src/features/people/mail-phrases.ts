import type { Lang } from '@tablewire/contracts/kit/wire'

/** What happened to the second factors of an account. */
export type FactorNews = 'totpOn' | 'totpOff' | 'codesNew' | 'codeUsed' | 'passkeyAdded' | 'passkeyDeleted' | 'factorsReset'
/** `recovery`: the link for a new password. `changed`: the password is another one now. `factors`: `{news}` about the second factors. `address`: to the former address. */
export type AccountNotice = 'recovery' | 'changed' | 'factors' | 'address'
type Letter = { subject: string; title: string; paragraphs: readonly string[]; button: string }
type MailPhrases = Record<AccountNotice, Letter> & { news: Record<FactorNews, string>; greeting: string; footer: string }

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
    factors: {
      subject: 'Your sign-in at {brand} was changed',
      title: 'Your sign-in was changed',
      paragraphs: ['{news}', 'If it was not you, set a new password at once and tell your administrator.'],
      button: 'Set a new password',
    },
    address: {
      subject: 'Your address for {brand} was changed',
      title: 'Another address was entered for you',
      paragraphs: [
        'The account of {email} now has another e-mail address, and links for new passwords go there.',
        'If neither you nor your administrator did this, tell your administrator at once.',
      ],
      button: 'Go to sign-in',
    },
    news: {
      totpOn: 'From now on, a code of your app is asked for when {email} signs in.',
      totpOff: 'Codes of an app are no longer asked for when {email} signs in.',
      codesNew: '{email} has new recovery codes; the earlier ones no longer work.',
      codeUsed: '{email} has signed in with a recovery code. It does not work a second time.',
      passkeyAdded: '{email} can now sign in with a new passkey.',
      passkeyDeleted: 'A passkey of {email} was removed and no longer signs in.',
      factorsReset: 'An administrator has removed all second factors of {email}. The password alone signs in until new ones are set up.',
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
    factors: {
      subject: 'Ihre Anmeldung bei {brand} wurde geändert',
      title: 'Ihre Anmeldung wurde geändert',
      paragraphs: ['{news}', 'Waren Sie es nicht, setzen Sie sofort ein neues Passwort und sagen Sie Ihrem Administrator Bescheid.'],
      button: 'Neues Passwort setzen',
    },
    address: {
      subject: 'Ihre Adresse für {brand} wurde geändert',
      title: 'Für Sie wurde eine andere Adresse eingetragen',
      paragraphs: [
        'Das Konto von {email} hat jetzt eine andere E-Mail-Adresse; Links für neue Passwörter gehen dorthin.',
        'Waren das weder Sie noch Ihre Administration, sagen Sie Ihrem Administrator sofort Bescheid.',
      ],
      button: 'Zur Anmeldung',
    },
    news: {
      totpOn: 'Ab jetzt wird beim Anmelden von {email} ein Code aus Ihrer App verlangt.',
      totpOff: 'Beim Anmelden von {email} wird kein Code aus einer App mehr verlangt.',
      codesNew: '{email} hat neue Wiederherstellungscodes; die früheren funktionieren nicht mehr.',
      codeUsed: '{email} hat sich mit einem Wiederherstellungscode angemeldet. Er funktioniert kein zweites Mal.',
      passkeyAdded: '{email} kann sich jetzt mit einem neuen Passkey anmelden.',
      passkeyDeleted: 'Ein Passkey von {email} wurde entfernt und meldet nicht mehr an.',
      factorsReset:
        'Jemand aus der Administration hat alle zweiten Faktoren von {email} entfernt. Bis neue eingerichtet sind, genügt das Passwort.',
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
    factors: {
      subject: 'Ha cambiado su inicio de sesión en {brand}',
      title: 'Ha cambiado su inicio de sesión',
      paragraphs: ['{news}', 'Si no ha sido usted, ponga enseguida una nueva contraseña y avise a su administrador.'],
      button: 'Poner una nueva contraseña',
    },
    address: {
      subject: 'Se ha cambiado su dirección de {brand}',
      title: 'Se ha introducido otra dirección para usted',
      paragraphs: [
        'La cuenta de {email} tiene ahora otra dirección de correo, y allí se envían los enlaces para nuevas contraseñas.',
        'Si no ha sido usted ni su administrador, avise enseguida a su administrador.',
      ],
      button: 'Ir al inicio de sesión',
    },
    news: {
      totpOn: 'A partir de ahora se pide un código de su aplicación cuando {email} inicia sesión.',
      totpOff: 'Ya no se pide ningún código de una aplicación cuando {email} inicia sesión.',
      codesNew: '{email} tiene nuevos códigos de recuperación; los anteriores ya no sirven.',
      codeUsed: '{email} ha iniciado sesión con un código de recuperación. No sirve una segunda vez.',
      passkeyAdded: '{email} ya puede iniciar sesión con una nueva llave de acceso.',
      passkeyDeleted: 'Se ha eliminado una llave de acceso de {email}, que ya no permite iniciar sesión.',
      factorsReset:
        'Un administrador ha quitado todos los segundos factores de {email}. Hasta que se configuren otros, basta la contraseña.',
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
    factors: {
      subject: 'Votre connexion à {brand} a été modifiée',
      title: 'Votre connexion a été modifiée',
      paragraphs: ['{news}', 'Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe et prévenez votre administrateur.'],
      button: 'Choisir un nouveau mot de passe',
    },
    address: {
      subject: 'Votre adresse pour {brand} a été modifiée',
      title: 'Une autre adresse a été saisie pour vous',
      paragraphs: [
        'Le compte de {email} a désormais une autre adresse e-mail ; les liens pour un nouveau mot de passe y sont envoyés.',
        'Si ce n’était ni vous ni votre administrateur, prévenez immédiatement votre administrateur.',
      ],
      button: 'Aller à la connexion',
    },
    news: {
      totpOn: 'Désormais, un code de votre application est demandé quand {email} se connecte.',
      totpOff: 'Aucun code d’application n’est plus demandé quand {email} se connecte.',
      codesNew: '{email} a de nouveaux codes de secours ; les précédents ne fonctionnent plus.',
      codeUsed: '{email} s’est connecté avec un code de secours. Il ne fonctionne pas une seconde fois.',
      passkeyAdded: '{email} peut désormais se connecter avec une nouvelle clé d’accès.',
      passkeyDeleted: 'Une clé d’accès de {email} a été supprimée et ne permet plus de se connecter.',
      factorsReset:
        'Un administrateur a retiré tous les seconds facteurs de {email}. En attendant d’en configurer d’autres, le mot de passe suffit.',
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
    factors: {
      subject: 'Uw aanmelding bij {brand} is gewijzigd',
      title: 'Uw aanmelding is gewijzigd',
      paragraphs: ['{news}', 'Was u het niet, stel dan meteen een nieuw wachtwoord in en waarschuw uw beheerder.'],
      button: 'Een nieuw wachtwoord instellen',
    },
    address: {
      subject: 'Uw adres voor {brand} is gewijzigd',
      title: 'Voor u is een ander adres ingevuld',
      paragraphs: [
        'Het account van {email} heeft nu een ander e-mailadres; links voor nieuwe wachtwoorden gaan daarheen.',
        'Was u het niet en uw beheerder ook niet, waarschuw dan meteen uw beheerder.',
      ],
      button: 'Naar het aanmelden',
    },
    news: {
      totpOn: 'Vanaf nu wordt een code van uw app gevraagd wanneer {email} zich aanmeldt.',
      totpOff: 'Er wordt geen code van een app meer gevraagd wanneer {email} zich aanmeldt.',
      codesNew: '{email} heeft nieuwe herstelcodes; de vorige werken niet meer.',
      codeUsed: '{email} heeft zich aangemeld met een herstelcode. Die werkt geen tweede keer.',
      passkeyAdded: '{email} kan zich nu aanmelden met een nieuwe passkey.',
      passkeyDeleted: 'Een passkey van {email} is verwijderd en meldt niet meer aan.',
      factorsReset:
        'Een beheerder heeft alle tweede factoren van {email} verwijderd. Tot er nieuwe zijn ingesteld, volstaat het wachtwoord.',
    },
    greeting: 'Hallo {name},',
    footer: 'U ontvangt dit bericht omdat {email} zich aanmeldt bij {brand}.',
  },
}
