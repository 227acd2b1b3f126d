import { mdiKeyOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { ChannelKey } from '@tablewire/contracts/channels/channel-objects'
import { LinkButton } from '#src/kit/LinkButton.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListItem } from '#src/kit/ItemList.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useT } from './use-t.ts'

/** A key by its fingerprint, with its calls and its end. */
export const ChannelKeyRow = ({ channelId, held, onRevoke }: { channelId: string; held: ChannelKey; onRevoke: () => void }) => {
  const t = useT()
  const { fingerprint, createdAt, lastUsedAt, expiresAt } = held
  return (
    <ListItem
      icon={<Icon path={mdiKeyOutline} />}
      title={
        <>
          <code>{fingerprint}</code>
          <Tag tone={expiresAt === null ? 'success' : 'warning'}>
            {expiresAt === null ? t('keys.current') : t('keys.until', { when: formatInstant(expiresAt) })}
          </Tag>
        </>
      }
      text={`${t('keys.made', { when: formatInstant(createdAt) })}, ${lastUsedAt ? t('keys.used', { when: formatInstant(lastUsedAt) }) : t('keys.unused')}`}
      acts={
        <>
          <LinkButton to="/traces" of={fingerprint} search={{ channel: channelId, key: held.id, span: '168' }}>
            {t('calls')}
          </LinkButton>
          <Button size="small" color="error" variant="outlined" onClick={onRevoke}>
            {t('keys.revoke')}
            <VisuallyHidden> {fingerprint}</VisuallyHidden>
          </Button>
        </>
      }
    />
  )
}
