/** Ids of the hub, for the trace and for what administrators set for the channel. */
export type TraceIds = { venueId: string; reservationId?: string; channelId?: string; attempt?: number; requestId?: string }
