import type { SystemDetail } from '@tablewire/contracts/rms/systems'
import { BackButton } from '#src/kit/BackButton.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { DeleteSystem } from './DeleteSystem.tsx'
import { useT } from './use-t.ts'

export const SystemHead = ({ system, onLeave }: { system: SystemDetail; onLeave: () => void }) => {
  const t = useT()
  return (
    <PageTitle
      title={system.name}
      back={<BackButton onClick={onLeave}>{t('back')}</BackButton>}
      actions={
        <>
          <Tag tone={system.active ? 'success' : 'neutral'}>{t(system.active ? 'on' : 'off')}</Tag>
          <Tag tone="neutral">{t('row.venues', { count: system.venueCount })}</Tag>
          {system.type === 'built_in' ? null : <DeleteSystem id={system.id} name={system.name} onDeleted={onLeave} />}
        </>
      }
    />
  )
}
