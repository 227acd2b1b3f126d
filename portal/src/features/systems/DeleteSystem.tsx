import { systems } from '@tablewire/contracts/rms/systems'
import { queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { DeleteButton } from '#src/kit/form/DeleteButton.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { useT } from './use-t.ts'

export const DeleteSystem = ({ id, name, onDeleted }: { id: string; name: string; onDeleted: () => void }) => {
  const t = useT()
  const { data: usage, refetch } = useEndpoint(systems.usage, { params: { id } }, { enabled: false })
  const remove = useCall(systems.delete, { onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['systems'] }) })
  const counted = usage && {
    users: formatNumber(usage.users),
    keys: formatNumber(usage.keys),
    channels: formatNumber(usage.channels),
    venues: formatNumber(usage.venues),
    reservations: formatNumber(usage.reservations),
  }
  return (
    <DeleteButton
      name={name}
      goes={counted && t('delete.text', counted)}
      stays={usage && usage.venues > 0 ? t('delete.kept', counted) : undefined}
      busy={remove.isPending}
      onAsk={() => void refetch()}
      onDelete={(then) => remove.mutate({ params: { id } }, then)}
      onDeleted={onDeleted}
    />
  )
}
