import type { Lang } from '@tablewire/contracts/kit/wire'

type ExportPhrases = {
  subject: string
  heading: string
  greeting: string
  text: string
  button: string
  footer: string
  labels: { brand: string; content: string; rows: string; by: string; at: string; filter: string }
  /** No filter. */
  all: string
  /** Name of the sheet that says all this. */
  about: string
}

/** `{title}`, `{name}`, `{day}` and `{brand}` are filled in. */
export const exportPhrases: Record<Lang, ExportPhrases> = {
  en: {
    subject: 'Your export is ready: {title}',
    heading: 'Your export is ready',
    greeting: 'Hello {name},',
    text: 'The Excel file you asked for is ready. The link works until {day}; whoever has it can open the file, so please do not pass it on.',
    button: 'Download the file',
    footer: 'You receive this message because you asked for an export in {brand}.',
    labels: { brand: 'Brand', content: 'Content', rows: 'Rows', by: 'Asked for by', at: 'Written at', filter: 'Filter' },
    all: 'none: everything',
    about: 'About this export',
  },
  de: {
    subject: 'Ihr Export ist fertig: {title}',
    heading: 'Ihr Export ist fertig',
    greeting: 'Guten Tag {name},',
    text: 'Die Excel-Datei, die Sie angefordert haben, ist fertig. Der Link gilt bis {day}; wer ihn hat, kann die Datei öffnen, geben Sie ihn also bitte nicht weiter.',
    button: 'Datei herunterladen',
    footer: 'Sie erhalten diese Nachricht, weil Sie in {brand} einen Export angefordert haben.',
    labels: { brand: 'Marke', content: 'Inhalt', rows: 'Zeilen', by: 'Angefordert von', at: 'Geschrieben am', filter: 'Filter' },
    all: 'keiner: alles',
    about: 'Zu diesem Export',
  },
  es: {
    subject: 'Su exportación está lista: {title}',
    heading: 'Su exportación está lista',
    greeting: 'Hola, {name}:',
    text: 'El archivo de Excel que ha solicitado está listo. El enlace funciona hasta el {day}; quien lo tenga puede abrir el archivo, así que no lo comparta.',
    button: 'Descargar el archivo',
    footer: 'Recibe este mensaje porque ha solicitado una exportación en {brand}.',
    labels: { brand: 'Marca', content: 'Contenido', rows: 'Filas', by: 'Solicitado por', at: 'Escrito el', filter: 'Filtro' },
    all: 'ninguno: todo',
    about: 'Sobre esta exportación',
  },
  fr: {
    subject: 'Votre export est prêt : {title}',
    heading: 'Votre export est prêt',
    greeting: 'Bonjour {name},',
    text: 'Le fichier Excel que vous avez demandé est prêt. Le lien fonctionne jusqu’au {day} ; quiconque le possède peut ouvrir le fichier, ne le transmettez donc pas.',
    button: 'Télécharger le fichier',
    footer: 'Vous recevez ce message parce que vous avez demandé un export dans {brand}.',
    labels: { brand: 'Marque', content: 'Contenu', rows: 'Lignes', by: 'Demandé par', at: 'Écrit le', filter: 'Filtre' },
    all: 'aucun : tout',
    about: 'À propos de cet export',
  },
  nl: {
    subject: 'Uw export is klaar: {title}',
    heading: 'Uw export is klaar',
    greeting: 'Beste {name},',
    text: 'Het Excel-bestand dat u hebt aangevraagd is klaar. De link werkt tot {day}; wie hem heeft kan het bestand openen, geef hem dus niet door.',
    button: 'Bestand downloaden',
    footer: 'U ontvangt dit bericht omdat u in {brand} een export hebt aangevraagd.',
    labels: { brand: 'Merk', content: 'Inhoud', rows: 'Rijen', by: 'Aangevraagd door', at: 'Geschreven op', filter: 'Filter' },
    all: 'geen: alles',
    about: 'Over deze export',
  },
}
