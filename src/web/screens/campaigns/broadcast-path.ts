export const campaignsPath = "/campaigns";
export const newBroadcastPath = "/campaigns/new";

/** The page of a broadcast; what it shows follows the state. */
export const broadcastPath = (id: string): string => `${campaignsPath}/${id}`;

/** A new broadcast to the people of a segment. */
export const newBroadcastTo = (segmentId: string): string => `${newBroadcastPath}?segment=${segmentId}`;
