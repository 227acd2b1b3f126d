import type { ComponentProps } from 'react'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { valueInWords } from './in-words.ts'
import type { ListingForm } from './listing-form.ts'
import { useT } from './use-t.ts'

type Dialog = ComponentProps<typeof StaleDialog<ListingForm>>
type ListingStaleProps = Pick<Dialog, 'onSave' | 'onClose'> & { stale: Pick<Dialog, 'saves' | 'before' | 'theirs' | 'mine'> }

/** What somebody else saved of a listing meanwhile, in words. */
export const ListingStale = ({ stale, onSave, onClose }: ListingStaleProps) => {
  const t = useT()
  const office = useOfficeT()
  return (
    <StaleDialog {...stale} labelOf={(field) => t(labelKeys[field])} textOf={valueInWords(t, office)} onSave={onSave} onClose={onClose} />
  )
}

const labelKeys = {
  displayName: 'displayName',
  names: 'names',
  shortTexts: 'shortTexts',
  longTexts: 'longTexts',
  categories: 'categories',
  cuisines: 'cuisines',
  address: 'address',
  postalCode: 'postalCode',
  city: 'city',
  phone: 'phone',
  latitude: 'latitude',
  longitude: 'longitude',
  website: 'website',
  bookingUrl: 'bookingUrl',
  menuUrl: 'menuUrl',
  social: 'social',
  priceRange: 'priceRange',
  payments: 'payments',
  dress: 'dress',
  parking: 'parking',
  attributes: 's.attributes',
  photos: 's.photos',
  ownWeek: 's.week',
  ownDays: 's.own',
} as const
