import * as z from "zod";

// Zod would try `new Function` to compile its checks, which our content security policy reports as a breach.
z.config({ jitless: true });
