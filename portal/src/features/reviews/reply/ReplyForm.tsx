import { mdiAutorenew, mdiTextBoxOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReplyDesk, reviewReplies } from '@tablewire/contracts/reviews/replies'
import { replyLength } from '@tablewire/contracts/reviews/reply.rules'
import { useRef, useState } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { useReplyText } from './use-reply-text.ts'

const Templates = styled('fieldset')({ display: 'flex', flexWrap: 'wrap', gap: 6, margin: 0, padding: 0, border: 0, minWidth: 0 })
const Form = styled('form')({ display: 'grid', gap: 10 })
/** More are found by the list below. */
const offeredAtMost = 6

type Desk = Pick<ReplyDesk, 'templates'>
type Wording = { templateId: string; variantId: string; text: string }

/** The wording after the one that stands there; the same template again brings the next. */
const nextOf = (template: Desk['templates'][number], current: string | null): Wording => {
  const at = template.variants.findIndex(({ id }) => id === current)
  const variant = template.variants[(at + 1) % template.variants.length]!
  return { templateId: template.id, variantId: variant.id, text: variant.text }
}

type ChooserProps = Desk & { picked: { templateId: string | null; variantId: string | null }; onPick: (picked: Wording) => void }
const TemplateChooser = ({ templates, picked, onPick }: ChooserProps) => {
  const t = useT()
  const [all, setAll] = useState(false)
  if (templates.length === 0) return <p>{t('reply.noTemplates')}</p>
  const shown = all ? templates : templates.slice(0, offeredAtMost)
  return (
    <Templates aria-label={t('reply.templates')}>
      {shown.map((template) => {
        const chosen = picked.templateId === template.id
        const again = chosen && template.variants.length > 1
        return (
          <Button
            key={template.id}
            size="small"
            variant="outlined"
            color={chosen ? 'primary' : 'inherit'}
            aria-pressed={chosen}
            title={again ? t('reply.anotherWording') : undefined}
            startIcon={<Icon path={again ? mdiAutorenew : mdiTextBoxOutline} size={16} />}
            onClick={() => onPick(nextOf(template, chosen ? picked.variantId : null))}
          >
            {template.name}
          </Button>
        )
      })}
      {shown.length < templates.length ? (
        <Button size="small" color="inherit" onClick={() => setAll(true)}>
          {t('reply.moreTemplates', { count: templates.length - shown.length })}
        </Button>
      ) : null}
    </Templates>
  )
}

type Meanwhile = { by: string; text: string }
const meanwhileOf = ({ code, details }: ApiError): Meanwhile | undefined =>
  code === 'reply.changed_meanwhile' ? ((details as { reply?: Meanwhile } | undefined)?.reply ?? undefined) : undefined

type Props = { id: string; desk: ReplyDesk; onSent: () => void; onCancel: (() => void) | undefined }

const useSend = ({ id, desk, onSent }: Omit<Props, 'onCancel'>) => {
  const t = useT()
  const typed = useReplyText(id, desk)
  const [version, setVersion] = useState(desk.reply?.version ?? 0)
  const [fault, setFault] = useState<string>()
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
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
      setMeanwhile(meanwhileOf(error))
      setFault(error.errors['text']?.[0] ?? error.message)
      void queryClient.invalidateQueries({ queryKey: keyOf(reviewReplies.desk) })
    },
  })
  const length = replyLength(typed.text.trim(), desk.limit)
  const submit = (): void => {
    const text = typed.text.trim()
    if (send.isPending) return
    if (text === '') return setFault(t('reply.empty'))
    if (length > desk.limit.most) return setFault(t('reply.tooLong', { most: formatNumber(desk.limit.most) }))
    setFault(undefined)
    send.mutate({ params: { id }, body: { text, version, ...typed.picked } })
  }
  // Who has read what somebody else wrote meanwhile sends on top of it.
  const takeNote = (): void => {
    setVersion(desk.reply?.version ?? 0)
    setMeanwhile(undefined)
    setFault(undefined)
  }
  return { typed, length, fault, setFault, meanwhile, takeNote, submit, busy: send.isPending }
}

/** Typed or taken from a template, and sent; Ctrl+Enter sends. What is typed is never lost, whoever was quicker. */
export const ReplyForm = ({ id, desk, onSent, onCancel }: Props) => {
  const t = useT()
  const field = useRef<HTMLTextAreaElement>(null)
  const { typed, length, fault, setFault, meanwhile, takeNote, submit, busy } = useSend({ id, desk, onSent })
  useShortcuts([
    { keys: 'r', label: t('keys.reply'), run: () => field.current?.focus() },
    { keys: 'mod+Enter', label: t('keys.send'), run: submit, whileWriting: true },
  ])
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
        picked={typed.picked}
        onPick={({ text, ...from }) => {
          setFault(undefined)
          typed.type(text, from)
        }}
      />
      <TextField
        label={t('reply.text')}
        inputRef={field}
        value={typed.text}
        onChange={({ target }) => {
          setFault(undefined)
          typed.type(target.value)
        }}
        multiline
        minRows={4}
        maxRows={16}
        error={fault !== undefined || length > most}
        helperText={[fault, count, standing].filter(Boolean).join(' · ')}
      />
      {meanwhile ? (
        <div role="alert">
          <p>{t('reply.meanwhile', { by: meanwhile.by })}</p>
          <blockquote style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{meanwhile.text}</blockquote>
          <Button size="small" variant="outlined" onClick={takeNote}>
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
