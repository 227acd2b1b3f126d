import { mdiEmailOutline, mdiPencilOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { RequestMessage } from '@tablewire/contracts/onboarding/messages'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useT } from '../use-t.ts'
import { Attachments, Said } from './Said.tsx'

type MessageProps = { id: string; message: RequestMessage; corrected: RequestMessage | undefined; onCorrect: (() => void) | undefined }
/** Who says it for whom, when, and what. */
export const Message = ({ id, message, corrected, onCorrect }: MessageProps) => {
  const t = useT()
  const { author, side, of, at, by, mine, attachments, corrects } = message
  return (
    <li data-mine={mine}>
      <div className="head">
        <strong>{author}</strong>
        <Tag tone="neutral">{of === null ? t(`m.side.${side}`) : `${t(`m.side.${side}`)} · ${of}`}</Tag>
        <small>{formatInstant(at)}</small>
        {by === 'mail' ? (
          <small className="line">
            <Icon path={mdiEmailOutline} size={14} />
            {t('m.byMail')}
          </small>
        ) : null}
        {onCorrect ? (
          <Button className="end" size="small" startIcon={<Icon path={mdiPencilOutline} size={16} />} onClick={onCorrect}>
            {t('m.correct')}
          </Button>
        ) : null}
      </div>
      {corrects === null ? null : <small>{t('m.corrects', { text: corrected?.text.slice(0, 80) ?? '…' })}</small>}
      {message.text === '' ? null : <Said text={message.text} mentions={message.mentions} />}
      <Attachments id={id} files={attachments} />
    </li>
  )
}
