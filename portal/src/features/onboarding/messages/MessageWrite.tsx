import { mdiClose, mdiPaperclip } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useMutation } from '@tanstack/react-query'
import { messageLength } from '@tablewire/contracts/onboarding/attachments.rules'
import {
  type MessageAttachment,
  type MessagePerson,
  onboardingMessages,
  type RequestMessage,
} from '@tablewire/contracts/onboarding/messages'
import { type KeyboardEvent, useRef } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import { useSession } from '#src/api/session.ts'
import { api } from '#src/api/client.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText, fieldError } from '#src/kit/error-text.ts'
import { FileButton } from '#src/kit/form/FileButton.tsx'
import { formatBytes } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from '../use-t.ts'
import { useAttach } from './use-attach.ts'
import type { useMessageDraft } from './use-message-draft.ts'

const offered = 5
const endings = '.jpg,.jpeg,.png,.webp,.gif,.pdf,.txt,.csv,.xlsx,.docx'

/** What is being typed behind the last `@`. */
const namedIn = (text: string): string | undefined => /(?:^|\s)@([\p{L}\p{M}'’ .-]{0,40})$/u.exec(text)?.[1]?.toLowerCase()
const fitting = (people: readonly MessagePerson[], text: string): MessagePerson[] => {
  const begun = namedIn(text)
  if (begun === undefined) return []
  return people.filter(({ name }) => name.toLowerCase().includes(begun) && name.toLowerCase() !== begun.trim()).slice(0, offered)
}

const Brought = ({ files, onDrop }: { files: readonly MessageAttachment[]; onDrop: (id: string) => void }) => {
  const t = useT()
  if (files.length === 0) return null
  return (
    <ul className="files" aria-label={t('m.files')}>
      {files.map((file) => (
        <li key={file.id}>
          {file.name} · {formatBytes(file.bytes)}
          <IconButton size="small" aria-label={t('m.drop', { file: file.name })} onClick={() => onDrop(file.id)}>
            <Icon path={mdiClose} size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

type Props = {
  id: string
  people: readonly MessagePerson[]
  kept: ReturnType<typeof useMessageDraft>
  corrected: RequestMessage | undefined
  onSent: () => void
}

/** Ctrl+Enter sends. Whatever goes wrong, the text and the files stay. */
export const MessageWrite = ({ id, people, kept: { draft, change, clear, addFile }, corrected, onSent }: Props) => {
  const t = useT()
  const input = useRef<HTMLTextAreaElement>(null)
  const { attach, waiting, refusals, forget } = useAttach(id, { count: draft.files.length, onFile: addFile })
  const send = useMutation<RequestMessage, ApiError>({
    meta: { shown: true },
    mutationFn: () => {
      const { text, mentions, files, corrects, key } = draft
      const meant = people.filter((person) => mentions.includes(person.id) && text.includes(`@${person.name}`)).map((person) => person.id)
      const body = { text, mentions: meant, attachments: files.map((file) => file.id), ...(corrects === null ? {} : { corrects }) }
      return api(onboardingMessages.send, { params: { id }, body }, { idempotencyKey: key })
    },
    onSuccess: () => {
      clear()
      forget()
      onSent()
    },
  })
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0
  const submit = (): void => {
    if (!isEmpty && waiting === 0 && !send.isPending) send.mutate()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  const name = (person: MessagePerson): void => {
    change({ text: draft.text.replace(/@[^@]*$/u, `@${person.name} `), mentions: [...draft.mentions, person.id] })
    input.current?.focus()
  }
  const own = useSession().userData?.id
  const names = fitting(
    people.filter((person) => person.id !== own),
    draft.text,
  )
  const wrong = send.error ? (fieldError(send.error, 'text') ?? errorText(send.error, phrasesNow('kit'))) : undefined
  return (
    <form
      className="write"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {draft.corrects === null ? null : (
        <p className="line">
          <span>{t('m.correcting', { text: corrected?.text.slice(0, 80) ?? '' })}</span>
          <Button size="small" onClick={() => change({ corrects: null })}>
            {t('m.correcting.stop')}
          </Button>
        </p>
      )}
      <TextField
        id="onboarding-message"
        multiline
        minRows={3}
        maxRows={12}
        inputRef={input}
        label={t('m.text')}
        error={wrong !== undefined}
        helperText={wrong ?? t('m.hint')}
        value={draft.text}
        slotProps={{ htmlInput: { maxLength: messageLength, dir: 'auto' } }}
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={onKeyDown}
      />
      {names.length > 0 ? (
        <fieldset aria-label={t('m.mention')} className="line">
          {names.map((person) => (
            <Button key={person.id} size="small" variant="outlined" onClick={() => name(person)}>
              @{person.name} · {t(`m.side.${person.side}`)}
            </Button>
          ))}
        </fieldset>
      ) : null}
      <Brought files={draft.files} onDrop={(gone) => change({ files: draft.files.filter((file) => file.id !== gone) })} />
      <output>{waiting > 0 ? t('m.bringing', { count: waiting }) : null}</output>
      {refusals.length > 0 ? (
        <ul role="alert" className="wrong">
          {refusals.map((refusal) => (
            <li key={refusal}>{refusal}</li>
          ))}
        </ul>
      ) : null}
      <div className="acts">
        <FileButton many accept={endings} testId="message-files" className="attach" onFiles={attach}>
          <span className="line">
            <Icon path={mdiPaperclip} size={18} />
            {t('m.attach')}
          </span>
        </FileButton>
        <KeptButton type="submit" variant="contained" disabled={isEmpty || waiting > 0 || send.isPending}>
          {t('m.send')}
        </KeptButton>
      </div>
    </form>
  )
}
