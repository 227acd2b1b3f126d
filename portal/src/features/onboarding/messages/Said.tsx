import { mdiDownload } from '@mdi/js'
import Button from '@mui/material/Button'
import { type MessageAttachment, onboardingMessages, type RequestMessage } from '@tablewire/contracts/onboarding/messages'
import { api } from '#src/api/client.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { formatBytes } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'

type Part = string | { name: string }

/** Names stand out; everything else is text as it was typed. */
export const Said = ({ text, mentions }: Pick<RequestMessage, 'text' | 'mentions'>) => {
  const parts = mentions.reduce<Part[]>(
    (before, { name }) =>
      before.flatMap((part) =>
        typeof part === 'string' ? part.split(`@${name}`).flatMap((rest, at) => (at === 0 ? [rest] : [{ name }, rest])) : [part],
      ),
    [text],
  )
  return (
    <div className="said" dir="auto">
      {parts.map((part, at) => (typeof part === 'string' ? <span key={at}>{part}</span> : <strong key={at}>@{part.name}</strong>))}
    </div>
  )
}

/** To be kept, never shown here: the browser saves what the path answers. */
const download = async (id: string, attachmentId: string): Promise<void> => {
  try {
    const { link } = await api(onboardingMessages.openAttachment, { params: { id, attachmentId } })
    location.assign(link)
  } catch (error) {
    toast.error(errorText(error, phrasesNow('kit')))
  }
}

export const Attachments = ({ id, files }: { id: string; files: readonly MessageAttachment[] }) => {
  const t = useT()
  if (files.length === 0) return null
  return (
    <ul className="files" aria-label={t('m.files')}>
      {files.map((file) => (
        <li key={file.id}>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<Icon path={mdiDownload} size={16} />}
            onClick={() => void download(id, file.id)}
          >
            {file.name} · {formatBytes(file.bytes)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
