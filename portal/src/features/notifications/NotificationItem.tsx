import { styled } from '@mui/material/styles'
import type { Notification } from '@tablewire/contracts/operations/notifications'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useNow } from '#src/kit/use-now.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { eventIcon } from './event-icon.ts'
import { relativeTime, sentence, title } from './in-words.ts'
import { useT } from './use-t.ts'

const Row = styled('a')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '34px minmax(0, 1fr) auto',
  columnGap: 12,
  padding: '11px 16px',
  color: 'inherit',
  textDecoration: 'none',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '& > div': { minWidth: 0, display: 'grid', gap: 1 },
  '& strong': { fontSize: '0.875rem', fontWeight: 500, lineHeight: 1.4 },
  '&[data-unread="true"] strong': { fontWeight: 650 },
  '& p': { margin: 0, fontSize: '0.8125rem', lineHeight: 1.45, overflowWrap: 'anywhere' },
  '& small, & time': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem', lineHeight: 1.5 },
  '& time': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& > .side': { display: 'flex', flexDirection: 'column', alignItems: 'flex-end', gap: 8 },
}))
const ToneIcon = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  display: 'grid',
  placeContent: 'center',
  width: 34,
  height: 34,
  borderRadius: '50%',
  backgroundColor: theme.vars.palette.tone[tone].soft,
  color: theme.vars.palette.tone[tone].text,
}))
const Dot = styled('span')(({ theme }) => ({
  width: 9,
  height: 9,
  borderRadius: '50%',
  backgroundColor: theme.vars.palette.accent.ring,
}))

type NotificationItemProps = { notification: Notification; onOpen: (notification: Notification) => void }

/** A real link: it can be opened in a tab of its own as well. */
export const NotificationItem = ({ notification, onOpen }: NotificationItemProps) => {
  const t = useT()
  const { inFull } = useFaultWords()
  const now = useNow()
  const { event, review, venueName, by, at, readAt, link } = notification
  const { icon, tone } = review?.low ? { ...eventIcon.review, tone: 'danger' as const } : eventIcon[event]
  const place = [...(venueName ? [venueName] : []), ...(by ? [t('by', { name: by })] : [])].join(' · ')
  return (
    <Row
      href={link}
      data-unread={readAt === null}
      data-item
      onClick={(click) => {
        if (click.metaKey || click.ctrlKey || click.shiftKey || click.button !== 0) return
        click.preventDefault()
        onOpen(notification)
      }}
    >
      <ToneIcon tone={tone} aria-hidden="true">
        <Icon path={icon} size={18} />
      </ToneIcon>
      <div>
        <strong>{title(notification, t)}</strong>
        <p>{sentence(notification, { t, inFull })}</p>
        {place ? <small>{place}</small> : null}
      </div>
      <div className="side">
        <time dateTime={at}>{relativeTime(at, now, t)}</time>
        {readAt === null ? (
          <Dot>
            <VisuallyHidden>{t('unread')}</VisuallyHidden>
          </Dot>
        ) : null}
      </div>
    </Row>
  )
}
