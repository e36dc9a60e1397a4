/** How long a message that a user wrote can be taken back before it leaves. */
export const undoMs = 8000;
