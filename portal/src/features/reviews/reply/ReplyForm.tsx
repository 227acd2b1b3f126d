import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReplyDesk, reviewReplies } from '@tablewire/contracts/reviews/replies'
import { replyLength } from '@tablewire/contracts/reviews/reply.rules'
import { useRef, useState } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { TemplateChooser } from './TemplateChooser.tsx'
import { useReplyText } from './use-reply-text.ts'

const Form = styled('form')({ display: 'grid', gap: 10 })
type Meanwhile = { by: string | null; text: string }
const meanwhileOf = ({ code, details }: ApiError): Meanwhile | undefined =>
  code === 'reply.changed_meanwhile' ? ((details as { reply?: Meanwhile } | undefined)?.reply ?? undefined) : undefined

type Props = {
  id: string
  /** Of the review. */
  language: string | null
  desk: ReplyDesk
  autoFocus: boolean
  /** From now on there is something to lose. */
  onTyped: () => void
  onSent: () => void
  onCancel: (() => void) | undefined
}

const nothingRead = { version: 0, text: '' }
/** The reply that was read before one wrote, and what somebody else made of it since. */
const useRead = ({ reply }: ReplyDesk) => {
  const [read, setRead] = useState(reply ?? nothingRead)
  const [refused, setRefused] = useState<Meanwhile>()
  const changed = reply !== null && reply.version > read.version && reply.state !== 'draft' && reply.text !== read.text
  const live = changed ? { by: reply.author, text: reply.text } : undefined
  return {
    meanwhile: live ?? refused,
    // Where its words are those that were read, only its state moved on.
    version: changed ? read.version : (reply?.version ?? 0),
    setRefused,
    takeNote: () => {
      setRead(reply ?? nothingRead)
      setRefused(undefined)
    },
  }
}

const useSend = ({ id, desk, onSent }: Pick<Props, 'id' | 'desk' | 'onSent'>) => {
  const t = useT()
  const typed = useReplyText(id, desk)
  const { meanwhile, version, setRefused, takeNote } = useRead(desk)
  const [fault, setFault] = useState<string>()
  const send = useCall(reviewReplies.send, {
    meta: { shown: true },
    onSuccess: (after) => {
      typed.sent()
      queryClient.setQueryData(keyOf(reviewReplies.desk, { params: { id } }), after)
      void queryClient.invalidateQueries({ queryKey: ['reviews'] })
      toast.success(
        t(`reply.sent.${after.reply?.state === 'awaiting' ? 'awaiting' : after.reply?.state === 'published' ? 'published' : 'pending'}`),
      )
      onSent()
    },
    onError: (error) => {
      setRefused(meanwhileOf(error))
      setFault(error.errors['text']?.[0] ?? error.message)
      void queryClient.invalidateQueries({ queryKey: keyOf(reviewReplies.desk) })
    },
  })
  const length = replyLength(typed.text.trim(), desk.limit)
  const submit = (): void => {
    const text = typed.text.trim()
    if (send.isPending || meanwhile) return
    if (text === '') return setFault(t('reply.empty'))
    if (length > desk.limit.most) return setFault(t('reply.tooLong', { most: formatNumber(desk.limit.most) }))
    setFault(undefined)
    send.mutate({ params: { id }, body: { text, version, ...typed.picked } })
  }
  const sendOnTop = (): void => {
    takeNote()
    setFault(undefined)
  }
  return { typed, length, fault, setFault, meanwhile, sendOnTop, submit, busy: send.isPending }
}

/** Typed or taken from a template, and sent; Ctrl+Enter sends. What is typed is never lost, whoever was quicker. */
export const ReplyForm = ({ id, language, desk, autoFocus, onTyped, onSent, onCancel }: Props) => {
  const t = useT()
  const field = useRef<HTMLTextAreaElement>(null)
  const { typed, length, fault, setFault, meanwhile, sendOnTop, submit, busy } = useSend({ id, desk, onSent })
  useShortcuts([
    { keys: 'r', label: t('keys.reply'), run: () => field.current?.focus() },
    { keys: 'mod+Enter', label: t('keys.send'), run: submit, whileWriting: true },
  ])
  const begin = (): void => {
    setFault(undefined)
    onTyped()
  }
  const { most, unit } = desk.limit
  const count = t(unit === 'bytes' ? 'reply.bytes' : 'reply.characters', { length: formatNumber(length), most: formatNumber(most) })
  const standing = typed.failed ? t('reply.draftFailed') : typed.savedAt ? t('reply.draftSaved', { at: formatInstant(typed.savedAt) }) : ''
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TemplateChooser
        templates={desk.templates}
        language={language}
        picked={typed.picked}
        standing={typed.text === desk.reply?.text ? '' : typed.text}
        onPick={({ text, ...from }) => {
          begin()
          typed.type(text, from)
        }}
      />
      <TextField
        label={t('reply.text')}
        inputRef={field}
        value={typed.text}
        onChange={({ target }) => {
          begin()
          typed.type(target.value)
        }}
        multiline
        autoFocus={autoFocus}
        minRows={4}
        maxRows={16}
        error={fault !== undefined || length > most}
        helperText={[fault, count, standing].filter(Boolean).join(' · ')}
      />
      {meanwhile ? (
        <div role="alert">
          <p>{t('reply.meanwhile', { by: meanwhile.by ?? t('reply.somebody') })}</p>
          <blockquote style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{meanwhile.text}</blockquote>
          <Button size="small" variant="outlined" onClick={sendOnTop}>
            {t('reply.replace')}
          </Button>
        </div>
      ) : null}
      <div className="acts">
        <Button type="submit" variant="contained" loading={busy} disabled={meanwhile !== undefined} aria-keyshortcuts="Control+Enter">
          {t(desk.needsApproval ? 'reply.sendForApproval' : desk.withoutChannel ? 'reply.publish' : 'reply.send')}
        </Button>
        {onCancel ? (
          <Button color="inherit" onClick={onCancel}>
            {t('reply.cancel')}
          </Button>
        ) : null}
      </div>
    </Form>
  )
}
