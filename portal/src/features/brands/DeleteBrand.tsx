import { brands } from '@tablewire/contracts/identity/brands'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { DeleteButton } from '#src/kit/form/DeleteButton.tsx'
import type { SavedBrand } from './brand-draft.ts'
import { useT } from './use-t.ts'

export const DeleteBrand = ({ brand, onDeleted }: { brand: SavedBrand; onDeleted: () => void }) => {
  const t = useT()
  const remove = useCall(brands.delete, { onSuccess: () => void queryClient.invalidateQueries({ queryKey: keyOf(brands.list) }) })
  const inUse = brand.companyCount > 0 ? t('delete.inUse', { count: brand.companyCount }) : undefined
  return (
    <DeleteButton
      name={brand.name}
      goes={t('delete.text')}
      stays={brand.isDefault ? t('delete.default') : inUse}
      busy={remove.isPending}
      onDelete={(then) => remove.mutate({ params: { id: brand.id } }, then)}
      onDeleted={onDeleted}
    />
  )
}
