// The page's behaviour: each module acts on one data attribute, and every page works without them.
import "./board.js";
import "./bulk.js";
import "./density.js";
import "./drag.js";
import "./fill.js";
import "./keys.js";
import "./list.js";
import "./panel.js";
import "./pulse.js";
import "./rails.js";
import "./reasons.js";
import "./scripted.js";
import "./scroll.js";
import "./search.js";
import "./sheet.js";
import "./stages.js";
import "./toast.js";
